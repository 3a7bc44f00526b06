/*
 * Tickets: what a client that has shown the right password gets until it shows
 * the second factor.  A ticket is a sealed value (base/seal.h), not a row:
 * whoever asks for many fills no disk.  It ends after TICKET_LASTS, and with a
 * new password, a changed factor or passkey or a change of the user, because it
 * contains a hash of these.
 */
#ifndef CORE_ACCOUNT_TICKET_H
#define CORE_ACCOUNT_TICKET_H

#include <stdbool.h>

#include "base/base.h"
#include "core/ctx.h"

struct user;

#define TICKET_LASTS	(5 * MINUTE)
#define TICKET_TEXT	119		/* characters with a NUL: base64url */

/* NULL, with a line in the log: there is no key to seal it. */
const char	*ticket_make(struct ctx *, const struct user *);
/* Finds its user; false if it is none, has ended, or the user is disabled. */
bool		 ticket_open(struct ctx *, const char *ticket, struct user *);

#endif
