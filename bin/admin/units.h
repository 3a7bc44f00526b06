/*
 * The units that systemd runs for the installed service.
 */
#ifndef BIN_ADMIN_UNITS_H
#define BIN_ADMIN_UNITS_H

#include <stdbool.h>
#include <stdint.h>

struct admin;
struct arena;

/* A unit's state in the words of systemctl(1). */
struct unit {
	const char	*load;		/* loaded, not-found, masked ... */
	const char	*active;	/* active, inactive, failed ... */
	const char	*sub;		/* running, dead, auto-restart ... */
	const char	*enabled;	/* enabled, disabled, static ... */
	int64_t		 since;		/* when it became active; 0: unknown */
};

/* Does systemd run this machine, and its units use these settings? */
bool	 units_here(const struct admin *);
/* The states of the units in `names`, which NULL ends.  False if systemctl does
 * not answer. */
bool	 units_show(struct arena *, const char *const *names, struct unit *);
/* Restarts docket.service if it runs, with new settings. */
void	 units_restart(const struct admin *);

#endif
