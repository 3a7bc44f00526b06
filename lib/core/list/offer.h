/*
 * The offer of a list: its owner asks somebody who shares it to become the
 * owner (transfer.h).  A list has at most one.  The owner and who is asked see
 * it in the list, and for them alone the list changes.
 */
#ifndef CORE_LIST_OFFER_H
#define CORE_LIST_OFFER_H

#include "core/ctx.h"

/* Without checking the caller: offers the list to a user, instead of
 * another. */
void	 offer_put(struct ctx *, const char *list, const char *user);
/* The same: ends an offer to that user, or to anybody (NULL), if there is
 * one. */
void	 offer_drop(struct ctx *, const char *list, const char *user);

#endif
