/*
 * A peer that forwards requests, but that trusted-proxies does not name.  It is
 * logged once a day, and noted in a file of the data directory for docket-admin
 * check.
 */
#ifndef CORE_FORWARDED_H
#define CORE_FORWARDED_H

#include <stdint.h>

struct arena;

/* The peer has forwarded a request.  Costs one system call if it is noted. */
void		 forwarded_note(const char *data, int64_t now, const char *peer);
/* The address of the last such peer within two days; NULL: there is none. */
const char	*forwarded_last(const char *data, int64_t now, struct arena *);

#endif
