/*
 * Users, and what they sign in with.  Passwords are hashed by Argon2id
 * (password.h) outside of any transaction, since it takes long on purpose; the
 * functions here take and give hashes.
 */
#ifndef CORE_USER_USER_H
#define CORE_USER_USER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"

struct rows;

struct user {
	const char	*id;
	const char	*email;
	const char	*display_name;
	const char	*password;	/* its hash; NULL: none */
	bool		 verified;
	const char	*time_zone;
	int64_t		 auto_delete_at;	/* 0: off */
	bool		 reminders;
	bool		 assignments;
	int64_t		 created_at;
	bool		 disabled;	/* cannot sign in */
	int64_t		 stamp;		/* of the last change */
};

bool	 user_get(struct ctx *, const char *id, struct user *);
/* Without regard to the case of ASCII letters. */
bool	 user_by_email(struct ctx *, const char *email, struct user *);
/* The time zone of a user; "UTC" for one who is gone. */
const char	*user_zone(struct ctx *, const char *id);

/* Something that GET /me answers has changed: a new stamp, and its place in the
 * user's feed. */
void		 user_changed(struct ctx *, const char *id);
/* The address is theirs. */
void		 user_set_verified(struct ctx *, const char *id);
/* CREATED, EMAIL_TAKEN. */
enum outcome	 user_add(struct ctx *, const char *email, const char *name,
		    const char *hash, bool verified, struct user *);
struct user_patch {
	const char	*name;		/* NULL: unchanged */
	const char	*zone;		/* NULL: unchanged */
	bool		 auto_delete;
	bool		 auto_delete_given;
};

/* The caller's own. */
void		 user_update(struct ctx *, const struct user_patch *,
		    struct user *);
/* Ends every session but that one (NULL: all), every access token unless they
 * are kept, and the codes for a new password or address that are under way;
 * queues the mail that tells the user. */
void		 user_set_password(struct ctx *, const char *user,
		    const char *hash, const char *keep_session,
		    bool keep_tokens);
/* Ends every session but that one (NULL: all), and the notifications of each. */
void		 user_end_sessions(struct ctx *, const char *user,
		    const char *keep);
/* Keeps a user out, or lets them in again.  Disabling ends their sessions;
 * access tokens work again once the user is enabled. */
void		 user_disable(struct ctx *, const char *user, bool disabled);
/* The caller leaves: the lists they own go with all in them, memberships and
 * assignments end. */
void		 user_leave(struct ctx *);
/* Removes what was theirs alone: `max` of these records where there are more,
 * and else 0. */
int64_t		 user_forget(struct ctx *, const char *user, int64_t max);

#endif
