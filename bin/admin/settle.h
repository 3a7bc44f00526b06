/*
 * Settings that a program writes into the settings file for the administrator.
 */
#ifndef BIN_ADMIN_SETTLE_H
#define BIN_ADMIN_SETTLE_H

#include <stdbool.h>
#include <stddef.h>

struct admin;

/* A key that is no list, and its new value; NULL leaves it as it is. */
struct settled {
	const char	*key;
	const char	*value;
};

/*
 * Writes them into the settings file (/etc/docket/docket.conf where there is
 * none), each in the place of what the key was or of its line that is commented
 * out, else at the end; then reads the settings again.  The file keeps its owner
 * and mode.  False, and said why, with the file as it was, where a value is
 * wrong or the file cannot be written.
 */
bool	 settle(struct admin *, const struct settled *, size_t);

#endif
