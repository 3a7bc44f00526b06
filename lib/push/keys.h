/*
 * The VAPID keys of this installation, which the database has.
 */
#ifndef PUSH_KEYS_H
#define PUSH_KEYS_H

#include <stdbool.h>

struct ctx;
struct vapid;

/* Loads them, for the caller to free.  NULL, and said what to do, where there
 * are none yet or they are not good. */
struct vapid	*keys_load(struct ctx *);
/* Makes them if there are none, within a write transaction; the public key.
 * *made says whether it did. */
const char	*keys_make(struct ctx *, bool *made);

#endif
