/*
 * What an access token may do, and how its secret is written.
 */
#ifndef CORE_USER_TOKEN_H
#define CORE_USER_TOKEN_H

#include <stdbool.h>

/* The scopes of a token, and its other limits.  A row of the table of routes
 * has those scopes of which a token needs one, and TOKEN_LIMITED if it answers
 * one that is limited to lists. */
enum {					/* stored: never renumber */
	TOKEN_READ = 1,
	TOKEN_WRITE = 2,		/* reads and adds, too */
	TOKEN_ADD = 4,			/* tasks, without reading any */
	TOKEN_DAV = 8,			/* CalDAV alone */
	TOKEN_SCOPES = 15,		/* those above */
	TOKEN_LIMITED = 16,		/* to some lists */
	TOKEN_FIXED_END = 32,		/* its use does not put the end off */
	TOKEN_DAV_READS = 64,		/* TOKEN_DAV for reading only */
	TOKEN_STEPS_HIDDEN = 128	/* CalDAV shows no steps */
};

/* The scopes' names, that of the bit 1 << n at n; NULL last. */
extern const char *const token_scopes[];

/* Without the scopes that others imply. */
unsigned	 token_without_implied(unsigned);
/* With them. */
unsigned	 token_with_implied(unsigned);

#define TOKEN_TYPED	33		/* bytes of a typed secret, with a NUL */

/* A new secret of 120 random bits that people can type on a telephone: "dkt-"
 * and six groups of four characters of a-z2-7, joined by hyphens. */
void		 token_typed(char secret[TOKEN_TYPED]);
/* Is it the secret of an access token, by its first letters? */
bool		 token_is_one(const char *secret);
/* A typed secret as token_typed() writes it, in `typed`, whatever its case,
 * blanks and hyphens; another secret as it is. */
const char	*token_canonical(const char *secret, char typed[TOKEN_TYPED]);

#endif
