/*
 * The VAPID keys of this installation, which the database has.
 */
#ifndef PUSH_KEYS_H
#define PUSH_KEYS_H

struct ctx;
struct vapid;

/* Loads them, for the caller to free.  NULL, and said what to do, where there
 * are none yet or they are not good. */
struct vapid	*keys_load(struct ctx *);

#endif
