/*
 * Handing a list over: another user becomes its owner, and the owner a member.
 * Everything in it stays as it is; its text counts as the new owner's.
 */
#ifndef CORE_LIST_TRANSFER_H
#define CORE_LIST_TRANSFER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"

struct list;

/*
 * The caller, who owns the list, hands it to a user, whether they reach it or
 * not; its invitations and its offer end.  LIST_NOT_FOUND; LIMIT_REACHED if the
 * user would have too many lists, or too much text.
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

/*
 * An offer ends when it is answered, withdrawn or replaced, after OFFER_DAYS,
 * with the membership of who is asked, with the list, when that has another
 * owner, and when one of the two is disabled.
 */
struct offer {
	const char	*user_id;	/* who is asked */
	int64_t		 created_at;
	int64_t		 expires_at;
};

/* By the owner, to a member or viewer.  DONE, LIST_NOT_FOUND,
 * MEMBER_NOT_FOUND. */
enum outcome	 transfer_offer(struct ctx *, const char *list,
		    const char *user, struct offer *);
/* For the owner and who is asked.  DONE, LIST_NOT_FOUND, OFFER_NOT_FOUND. */
enum outcome	 transfer_offered(struct ctx *, const char *list,
		    struct offer *);
/* Withdraws or declines it.  The same outcomes. */
enum outcome	 transfer_end(struct ctx *, const char *list);
/* By who is asked: they own the list from now on.  Also LIMIT_REACHED, as
 * transfer_list(). */
enum outcome	 transfer_accept(struct ctx *, const char *list, struct list *);

#endif
