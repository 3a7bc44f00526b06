/*
 * A user's address: shown to be theirs by a code that was mailed to it, and
 * changed only so.
 */
#ifndef CORE_USER_EMAIL_H
#define CORE_USER_EMAIL_H

#include "core/ctx.h"

/* The caller wants that address: a code goes there and a word to the present
 * address; an earlier request is void.  If another user has it, that user is
 * told instead, and the caller notices nothing. */
void		 email_ask(struct ctx *, const char *email);
/* A code of a mail: DONE, and the address is verified or the new one is theirs;
 * RESET_NOT_FOUND: it is unknown, used or over; EMAIL_TAKEN. */
enum outcome	 email_confirm(struct ctx *, const char *code);
/* Gives a user another address: DONE, EMAIL_TAKEN.  Codes that went to the old
 * one are void. */
enum outcome	 email_set(struct ctx *, const char *user, const char *email);

#endif
