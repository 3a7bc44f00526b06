/*
 * What the functions of docket-admin check share.  Each checks one thing.  A
 * fault breaks something now; advice is optional.
 */
#ifndef BIN_ADMIN_CHECK_H
#define BIN_ADMIN_CHECK_H

#include <stdbool.h>

struct admin;
struct ctx;

struct check {
	struct admin	*admin;
	struct ctx	*c;
	int		 faults;
	int		 advice;
};

/* Reports a finding and its remedy. */
void	 check_found(struct check *, bool fault, const char *what_to_do,
	    const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* check_settings.c */
void	 check_modes(struct check *);
void	 check_settings_file(struct check *);
void	 check_variables(struct check *);
void	 check_settings(struct check *);

/* check_address.c */
void	 check_address(struct check *);

/* check_records.c */
void	 check_feed(struct check *);
void	 check_index(struct check *);
void	 check_contents(struct check *);
void	 check_orphans(struct check *);

#endif
