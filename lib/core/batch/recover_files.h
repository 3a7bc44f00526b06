/*
 * Recovers the attachments of a list's tasks.  Copying their contents can take
 * long, and with the S3 store it needs the network: so it is done before the
 * write transaction, which then only keeps them.
 */
#ifndef CORE_BATCH_RECOVER_FILES_H
#define CORE_BATCH_RECOVER_FILES_H

#include "core/ctx.h"

struct recovery;

/* Stages the contents that the service lacks attachments of, in an arena that
 * lasts: of that list or, if it is NULL, of all lists that the user owns. */
void	 recover_stage_files(struct recovery *, struct arena *lasting,
	    const char *list, const char *user);
void	 recover_files(struct recovery *, struct ctx *owner, const char *list);
/* Before the transaction is committed: keeps the contents that its rows
 * name. */
void	 recover_keep_files(struct recovery *);
/* After it: removes what was staged and not kept. */
void	 recover_drop_files(struct recovery *);

#endif
