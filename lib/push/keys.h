/*
 * The VAPID keys of this installation, stored in the database.
 */
#ifndef PUSH_KEYS_H
#define PUSH_KEYS_H

#include <stdbool.h>

struct ctx;
struct vapid;

/* Loads them; the caller frees them.  NULL, after logging what to do, if there
 * are none or they are invalid. */
struct vapid	*keys_load(struct ctx *);
/* Makes them if there are none, within a write transaction.  Returns the public
 * key; *made tells whether it is new. */
const char	*keys_make(struct ctx *, bool *made);
/* Replaces them, within a write transaction, and removes every subscription,
 * since push services accept it by the old key only.  Returns the public
 * key. */
const char	*keys_replace(struct ctx *);

#endif
