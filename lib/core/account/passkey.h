/*
 * Passkeys of a user: public keys of authenticators, by which they sign in
 * without a password and without a second factor.  Nothing of them is secret,
 * so they work after a restore without key-file.
 *
 * What an answer says is checked by web/webauthn.h.
 */
#ifndef CORE_ACCOUNT_PASSKEY_H
#define CORE_ACCOUNT_PASSKEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/ctx.h"

#define PASSKEY_HANDLE	16		/* bytes of a user handle */

/* As stored; data is taken apart by passkey_key(). */
struct passkey {
	const char	*id;
	const char	*user_id;
	const char	*name;
	const void	*data;
	int64_t		 data_len;
	int64_t		 created_at;
	int64_t		 used_at;	/* 0: never */
};

struct passkey_key {
	int64_t			 algorithm;	/* of COSE */
	uint32_t		 counter;	/* of signatures; 0: it does not
						 * count */
	/* Random, the same for all passkeys of a user: who finds it in an
	 * authenticator does not learn the address. */
	unsigned char		 handle[PASSKEY_HANDLE];
	const unsigned char	*credential;	/* its id there */
	size_t			 credential_len;
	const unsigned char	*spki;		/* SubjectPublicKeyInfo, DER */
	size_t			 spki_len;
};

/* False if the data are not those of a passkey. */
bool		 passkey_key(const struct passkey *, struct passkey_key *);

/* By the authenticator's id; false if there is none. */
bool		 passkey_find(struct ctx *, const void *credential, size_t len,
		    struct passkey *);
/* The caller's, the oldest first. */
size_t		 passkey_all(struct ctx *, struct passkey **);
/* How many the user has. */
int64_t		 passkey_count(struct ctx *, const char *user);
/* The handle of the caller's passkeys, a new one if they have none. */
void		 passkey_handle(struct ctx *,
		    unsigned char handle[PASSKEY_HANDLE]);

/* Adds one to the caller: CREATED, PASSKEY_EXISTS (anybody has that
 * credential), LIMIT_REACHED. */
enum outcome	 passkey_add(struct ctx *, const char *name,
		    const struct passkey_key *, struct passkey *);
/* DONE, PASSKEY_NOT_FOUND. */
enum outcome	 passkey_rename(struct ctx *, const char *id, const char *name,
		    struct passkey *);
/* DONE, PASSKEY_NOT_FOUND, LAST_WAY_IN: the caller has no password and could
 * not sign in; LAST_SECOND_FACTOR: one is required. */
enum outcome	 passkey_remove(struct ctx *, const char *id);
/* May it sign with that counter?  One that counts must have counted further: if
 * not, there is a copy of it. */
bool		 passkey_counts(const struct passkey_key *, uint32_t counter);
/* Notes its use. */
void		 passkey_used(struct ctx *, const struct passkey *,
		    const struct passkey_key *, uint32_t counter);

#endif
