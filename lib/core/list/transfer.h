/*
 * Handing a list over: another user becomes its owner, and the owner a member.
 * Everything in it stays as it is; its text counts as the new owner's.
 */
#ifndef CORE_LIST_TRANSFER_H
#define CORE_LIST_TRANSFER_H

#include <stdbool.h>

#include "core/ctx.h"

/*
 * The caller, who owns the list, hands it to a user, whether they reach it or
 * not; its invitations end.  LIST_NOT_FOUND; LIMIT_REACHED if the user would
 * have too many lists, or too much text.
 */
enum outcome	 transfer_list(struct ctx *, const char *list,
		    const char *user);
/*
 * A shared list of the caller's, and who gets it when the caller leaves: the
 * member of longest standing who is not disabled and reaches no limit by it,
 * without one the viewer alike.  False if there is none (left).
 */
bool		 transfer_next(struct ctx *, const char **list,
		    const char **heir);

#endif
