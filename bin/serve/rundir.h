/*
 * The directory of one run of docket-serve, with lighttpd's configuration, its
 * sockets, and request bodies.  It must be where no program that lighttpd
 * starts can write, since lighttpd executes what the configuration says.
 */
#ifndef BIN_SERVE_RUNDIR_H
#define BIN_SERVE_RUNDIR_H

struct arena;

/* Makes one, below $RUNTIME_DIRECTORY, $TMPDIR or /var/tmp: the first that is
 * set, and not in `data`.  Removes those of runs that were killed.  NULL with
 * *why on failure. */
const char	*rundir_make(struct arena *, const char *data,
		    const char **why);
/* Removes it and its contents. */
void		 rundir_remove(const char *path);

#endif
