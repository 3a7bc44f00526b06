/*
 * For unit tests of settings: a settings file in a directory of its own.  Link
 * with settings.o, and run the tests with settings_open() and settings_close()
 * as the group's setup and teardown.
 */
#ifndef T_UNIT_LIB_SETTINGS_H
#define T_UNIT_LIB_SETTINGS_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/settings/settings.h"

extern struct arena	*arena;
extern char		 directory[];
extern char		*file;		/* in the directory; write_file() */
extern char		*conf;		/* "DOCKET_CONF=" and the file */
extern char		*nothing[];	/* an environment without a file */

int		 settings_open(void **state);
int		 settings_close(void **state);

void		 write_file(const char *text, size_t len);
/* Loading must succeed: from flags and the environment, or from a file with
 * that text. */
struct settings	 load(const struct settings_flag *, char *const *envp);
struct settings	 load_text(const char *text);
/* Loading must fail, with a line that begins like that; for a text, after the
 * file's name and a colon. */
void		 refused(const struct settings_flag *, char *const *envp,
		    const char *begins);
void		 text_refused(const char *text, const char *begins);

#endif
