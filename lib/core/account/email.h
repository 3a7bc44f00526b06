/*
 * A user's address, verified and changed by a code mailed to it.
 */
#ifndef CORE_ACCOUNT_EMAIL_H
#define CORE_ACCOUNT_EMAIL_H

#include "core/ctx.h"

/* Requests a change to that address: mails a code there and a notice to the
 * present address, and cancels an earlier request.  If another user has the
 * address, notifies that user instead; the caller cannot tell. */
void		 email_ask(struct ctx *, const char *email);
/* Uses the code of a mail: DONE if the address is verified or changed;
 * RESET_NOT_FOUND if the code is unknown, used or expired; EMAIL_TAKEN. */
enum outcome	 email_confirm(struct ctx *, const char *code);
/* Changes a user's address: DONE, EMAIL_TAKEN.  Codes mailed to the old one
 * become invalid. */
enum outcome	 email_set(struct ctx *, const char *user, const char *email);

#endif
