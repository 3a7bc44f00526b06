/*
 * Settings that a program writes into the settings file for the administrator.
 */
#ifndef BIN_ADMIN_SETTINGS_FILE_H
#define BIN_ADMIN_SETTINGS_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/settings/settings.h"

struct admin;

/* A key, and its new value; NULL leaves it as it is.  The key must not be one
 * that can occur several times, and settings_file_fault() must accept the
 * value. */
struct new_setting {
	const char	*key;
	const char	*value;
};

/* NULL if the value can be written into the file, or what would be right: "must
 * ...". */
const char	*settings_file_fault(struct admin *, enum setting,
		    const char *value);

/*
 * Writes them into the settings file (/etc/docket/docket.conf if there is none)
 * and reads the settings again.  A setting replaces the key's line, or the line
 * in which it is commented out; otherwise it goes to the end.  The file keeps
 * its owner and mode.  False, after an error message, if a value is wrong or
 * the file cannot be written; then it is unchanged.
 */
bool	 settings_file_write(struct admin *, const struct new_setting *,
	    size_t);

#endif
