/*
 * A data directory, in memory if the machine has such a file system, with the
 * same records each time; requests are served in this process.  Time and random
 * numbers are frozen.h's, which world_restore() resets.
 *
 * Ada owns the list LIST, which Mel shares, and OTHER; TASK in LIST has a step,
 * a tag, an attachment and recurs.  Sid is a stranger: WORD is in all of their
 * records, and nobody else may see it.
 */
#ifndef T_FUZZ_WORLD_H
#define T_FUZZ_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "web/service.h"

#define WORLD_LIST	"11111111-1111-4111-8111-111111111111"
#define WORLD_WORD	"qx7sid"	/* in what is Sid's */
#define WORLD_MARK	"qx7"		/* in what is anybody's */

enum who { ADA, READER, MEL, SID, WHO__MAX };

struct world {
	char		 dir[64];
	struct service	 service;
	const char	*secret[WHO__MAX];	/* READER: Ada's, read-only */
	const char	*id[WHO__MAX];
	struct arena	*arena;
	char		 kept[128];	/* the attachment's file */
	int		 changes;	/* of the connection, when restored */
};

/* Of this process; removed at its end. */
struct world	*world_open(void);
/* A context of a user's on the open database. */
struct ctx	 world_ctx(struct world *, struct arena *, enum who);
/* Has anything been written since?  And: everything as it was. */
bool		 world_changed(const struct world *);
void		 world_restore(struct world *);


/*
 * Serves one request, given as text:
 *	METHOD URI
 *	NAME=VALUE		any number of variables
 *	(an empty line)
 *	the body, in reads of at most `most` bytes
 * $A, $R, $M, $S stand for the secrets, $a, $m, $s for the ids.  What is not
 * given of CONTENT_LENGTH, REQUEST_URI's parts and REMOTE_ADDR is added.  The
 * answer as a CGI program would write it goes to out.
 */
void	 world_serve(struct world *, const char *text, size_t len,
	    size_t most, struct buf *out);

#endif
