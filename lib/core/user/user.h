/*
 * Users.  Passwords are hashed by Argon2id (password.h) outside any
 * transaction, since it takes long by design; the functions here use hashes.
 */
#ifndef CORE_USER_USER_H
#define CORE_USER_USER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"
#include "core/field.h"

struct jw;
struct record_kind;
struct rows;
struct settings;

/* Bits of a user's flags. */
enum {
	USER_TOTP = 1,		/* codes of an authenticator app are asked for */
	USER_ADMIN = 2,		/* an administrator */
	USER_PASSKEYS = 4,	/* they have passkeys */
	USER_SIGNED_UP = 8,	/* they made the account themselves */
	USER_ENDING = 16	/* the account is being deleted */
};

struct user {
	const char	*id;
	const char	*email;
	const char	*display_name;
	const char	*password;	/* its hash; NULL: none */
	bool		 verified;
	const char	*time_zone;
	bool		 auto_delete;	/* of done tasks */
	int64_t		 auto_delete_at;	/* since when; 0: off */
	bool		 reminders;
	bool		 assignments;
	int64_t		 created_at;
	bool		 disabled;	/* cannot sign in */
	bool		 admin;		/* an administrator */
	bool		 ending;		/* the account is being deleted */
	int64_t		 stamp;		/* of the last change */
};

/* Of the user; what they want to be notified of, which is an object of its
 * own. */
extern const struct field user_fields[], notification_fields[];
extern const struct record_kind kind_me;

/* Writes what they want to be notified of. */
void	 user_show_notifications(struct jw *, const struct user *);

bool	 user_get(struct ctx *, const char *id, struct user *);
/* Ignores the case of ASCII letters. */
bool	 user_by_email(struct ctx *, const char *email, struct user *);
/* The time zone of a user; "UTC" if they are gone. */
const char	*user_zone(struct ctx *, const char *id);

/* Gives GET /me a new stamp, and a row in the user's feed. */
void		 user_changed(struct ctx *, const char *id);
/* The flags of which one stands for a second factor, where one is required; 0:
 * none is. */
int64_t		 user_factors(const struct settings *);
/* Must a user with such flags set up a second factor before anything else?  Not
 * one without a password, whose provider may ask for one.  Passkeys count where
 * they can be used. */
bool		 user_must_enrol(const struct settings *, bool password,
		    int64_t flags);
/* Marks the address as verified, or not. */
void		 user_set_verified(struct ctx *, const char *id, bool verified);
/* Is that user an administrator? */
bool		 user_is_admin(struct ctx *, const char *id);
/* How many bytes of files the user may upload: their own quota, or the
 * setting. */
int64_t		 user_quota(struct ctx *, const char *id);
/* CREATED, EMAIL_TAKEN. */
enum outcome	 user_add(struct ctx *, const char *email, const char *name,
		    const char *hash, bool verified, struct user *);
/* Sets fields of the caller's: a set (core/record.h).  DONE, NO_FIELDS. */
enum outcome	 user_update(struct ctx *, const struct user *to, unsigned set,
		    struct user *);
/* Ends every session but that one (NULL: all), and the notifications of
 * each. */
void		 user_end_sessions(struct ctx *, const char *user,
		    const char *keep);
/* For account_disable(). */
void		 user_disable(struct ctx *, const char *user, bool disabled);

#endif
