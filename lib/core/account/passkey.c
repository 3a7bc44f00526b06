#include "core/account/passkey.h"

#include <sodium.h>
#include <string.h>

#include "base/arena.h"
#include "core/account/factor.h"
#include "core/account/identity.h"
#include "core/limits.h"
#include "core/notify/mail.h"
#include "core/user/audit.h"
#include "core/user/credential.h"
#include "core/user/user.h"
#include "query/credential.h"
#include "query/passkey.h"
#include "query/user.h"

/* Of the stored data, before the two texts of bytes: algorithm, counter,
 * handle, length of the credential's id. */
#define HEAD	(4 + 4 + PASSKEY_HANDLE + 2)

static void
pack_number(unsigned char *p, uint32_t n)
{
	p[0] = (unsigned char)(n >> 24);
	p[1] = (unsigned char)(n >> 16);
	p[2] = (unsigned char)(n >> 8);
	p[3] = (unsigned char)n;
}

static uint32_t
get_number(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
	    (uint32_t)p[2] << 8 | p[3];
}

bool
passkey_key(const struct passkey *p, struct passkey_key *k)
{
	const unsigned char *d = p->data;

	if (p->data_len < HEAD)
		return false;
	k->algorithm = (int32_t)get_number(d);
	k->counter = get_number(d + 4);
	memcpy(k->handle, d + 8, PASSKEY_HANDLE);
	d += 8 + PASSKEY_HANDLE;
	k->credential_len = (size_t)d[0] << 8 | d[1];
	k->credential = d + 2;
	if (k->credential_len > (size_t)p->data_len - HEAD)
		return false;
	k->spki = k->credential + k->credential_len;
	k->spki_len = (size_t)p->data_len - HEAD - k->credential_len;
	return true;
}

static void
passkey_pack(struct ctx *c, const struct passkey_key *k, struct passkey *p)
{
	unsigned char *d;

	p->data_len = (int64_t)(HEAD + k->credential_len + k->spki_len);
	p->data = d = arena_alloc(c->arena, (size_t)p->data_len);
	pack_number(d, (uint32_t)k->algorithm);
	pack_number(d + 4, k->counter);
	memcpy(d + 8, k->handle, PASSKEY_HANDLE);
	d += 8 + PASSKEY_HANDLE;
	d[0] = (unsigned char)(k->credential_len >> 8);
	d[1] = (unsigned char)k->credential_len;
	memcpy(d + 2, k->credential, k->credential_len);
	memcpy(d + 2 + k->credential_len, k->spki, k->spki_len);
}

bool
passkey_find(struct ctx *c, const void *credential, size_t len,
    struct passkey *p)
{
	unsigned char hash[CREDENTIAL_HASH];

	credential_hash_public("passkey", credential, len, hash);
	return only_passkey(q_passkey_find(c->db, hash, sizeof(hash)),
	    c->arena, p);
}

/* The caller's, by its id. */
static bool
passkey_get(struct ctx *c, const char *id, struct passkey *p)
{
	return only_passkey(q_passkey_get(c->db, c->user, id), c->arena, p);
}

size_t
passkey_all(struct ctx *c, struct passkey **all)
{
	return all_passkey(q_passkey_list(c->db, c->user), c->arena, all);
}

int64_t
passkey_count(struct ctx *c, const char *user)
{
	return rows_one(q_credential_count(c->db, user, "passkey"), 0);
}

void
passkey_handle(struct ctx *c, unsigned char handle[PASSKEY_HANDLE])
{
	struct passkey_key k;
	struct passkey *all;

	if (passkey_all(c, &all) > 0 && passkey_key(&all[0], &k))
		memcpy(handle, k.handle, PASSKEY_HANDLE);
	else
		randombytes_buf(handle, PASSKEY_HANDLE);
}

enum outcome
passkey_add(struct ctx *c, const char *name, const struct passkey_key *k,
    struct passkey *p)
{
	unsigned char hash[CREDENTIAL_HASH];

	if (passkey_count(c, c->user) >= CAP_PASSKEYS)
		return LIMIT_REACHED;
	*p = (struct passkey){ .id = id_new(c->arena), .user_id = c->user,
	    .name = name, .created_at = c->now };
	passkey_pack(c, k, p);
	credential_hash_public("passkey", k->credential, k->credential_len,
	    hash);
	if (q_passkey_add(c->db, hash, sizeof(hash), p->id, c->user, name,
	    p->data, (size_t)p->data_len, c->now, INT64_MAX) == 0)
		return PASSKEY_EXISTS;
	q_user_set_flags(c->db, c->user, USER_PASSKEYS, USER_PASSKEYS);
	audit_put(c, c->user, AUDIT_PASSKEY_ADDED, "{}");
	mail_queue(c, c->user, MAIL_PASSKEY_ADDED);
	return CREATED;
}

enum outcome
passkey_rename(struct ctx *c, const char *id, const char *name,
    struct passkey *p)
{
	return q_passkey_set_name(c->db, c->user, id, name) > 0 &&
	    passkey_get(c, id, p) ? DONE : PASSKEY_NOT_FOUND;
}

enum outcome
passkey_remove(struct ctx *c, const char *id)
{
	bool last = passkey_count(c, c->user) == 1;
	struct passkey p;
	struct user u;

	if (!passkey_get(c, id, &p))
		return PASSKEY_NOT_FOUND;
	if (last && user_get(c, c->user, &u) && u.password == NULL &&
	    identity_count(c, c->user) == 0)
		return LAST_WAY_IN;
	if (last && factor_last(c, USER_PASSKEYS))
		return LAST_SECOND_FACTOR;
	q_credential_end(c->db, c->user, "passkey", id);
	if (last)
		q_user_set_flags(c->db, c->user, USER_PASSKEYS, 0);
	audit_put(c, c->user, AUDIT_PASSKEY_REMOVED, "{}");
	mail_queue(c, c->user, MAIL_PASSKEY_REMOVED);
	return DONE;
}

bool
passkey_counts(const struct passkey_key *k, uint32_t counter)
{
	return counter > k->counter || (counter == 0 && k->counter == 0);
}

void
passkey_used(struct ctx *c, const struct passkey *p,
    const struct passkey_key *k, uint32_t counter)
{
	struct passkey_key now = *k;
	struct passkey packed;

	now.counter = counter;
	passkey_pack(c, &now, &packed);
	q_passkey_set_used(c->db, p->user_id, p->id, packed.data,
	    (size_t)packed.data_len, c->now);
}
