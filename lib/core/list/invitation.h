/*
 * Invitations: links to join a list.  The owner makes them; anybody with the
 * code can use them until they expire or are withdrawn.  One that is sent by
 * mail is good once, for the address it went to.  Only the hash of a code is
 * stored.
 */
#ifndef CORE_LIST_INVITATION_H
#define CORE_LIST_INVITATION_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"

struct member;

struct invitation {
	const char	*id;
	const char	*list_id;
	const char	*role;		/* of who joins: member, viewer */
	int64_t		 accounts;	/* that it can still make */
	const char	*email;		/* it is sent there; NULL: a link */
	int64_t		 created_at;
	int64_t		 expires_at;
	const char	*code;		/* of a link that was just made */
};

/* What an invitation shows to somebody with its code. */
struct invited {
	const char	*id;
	const char	*list_id;
	const char	*owner_id;
	const char	*list_title;
	const char	*owner_name;
	const char	*role;
	const char	*email;		/* in lower case; NULL: anybody's */
	bool		 account;	/* can somebody make an account with it? */
};

/* By the list's owner, with the list, role, accounts and email of *i.  accounts
 * -1: one, if the owner's invitations may make it.  An email needs smtp-url.
 * CREATED, LIST_NOT_FOUND, LIMIT_REACHED. */
enum outcome	 invitation_make(struct ctx *, struct invitation *i,
		    int64_t days);
/* By the list's owner.  DONE, LIST_NOT_FOUND, INVITATION_NOT_FOUND. */
enum outcome	 invitation_withdraw(struct ctx *, const char *list,
		    const char *id);
/* DONE; INVITATION_NOT_FOUND if the code is unknown, expired or withdrawn, its
 * list is gone, its owner cannot sign in, or removed the caller after it was
 * made, or it was sent to another address than the caller's. */
enum outcome	 invitation_read(struct ctx *, const char *code,
		    struct invited *);
/* The caller joins the list; who is in already keeps their role.  CREATED,
 * EXISTED, INVITATION_NOT_FOUND; NOT_SHAREABLE to the owner and unverified
 * accounts; LIMIT_REACHED. */
enum outcome	 invitation_accept(struct ctx *, const char *code,
		    struct member *);
/* A new user, whose account it made, joins the list: one account less.
 * CREATED, LIMIT_REACHED. */
enum outcome	 invitation_join(struct ctx *, const struct invited *,
		    const char *user);

#endif
