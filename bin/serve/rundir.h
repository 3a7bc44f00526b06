/*
 * The folder of one run of docket-serve: lighttpd's configuration, its sockets,
 * and the bodies of requests until a program reads them.  It lies where no
 * program that lighttpd starts can write, since lighttpd does what it says.
 */
#ifndef BIN_SERVE_RUNDIR_H
#define BIN_SERVE_RUNDIR_H

struct arena;

/* Makes one, below $RUNTIME_DIRECTORY, $TMPDIR or /var/tmp: the first that is
 * set, and not in `data`.  NULL, with *why, where that cannot be done. */
const char	*rundir_make(struct arena *, const char *data,
		    const char **why);
/* Removes it, and all that is in it. */
void		 rundir_remove(const char *path);
/* Removes what versions before this one left in the data directory. */
void		 rundir_remove_old(const char *data);

#endif
