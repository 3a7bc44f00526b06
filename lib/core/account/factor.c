#include "core/account/factor.h"

#include <errno.h>
#include <sodium.h>
#include <string.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/seal.h"
#include "base/settings/settings.h"
#include "core/account/account.h"
#include "core/notify/mail.h"
#include "core/user/audit.h"
#include "core/user/credential.h"
#include "core/user/user.h"
#include "query/credential.h"
#include "query/factor.h"

#define PURPOSE		"totp"
#define SEALED		(TOTP_SECRET + SEAL_EXTRA)
#define STORED		(2 * 8 + SEALED)	/* step, since, sealed */
#define AROUND		1	/* steps before and after: clocks differ */
#define LETTERS		16	/* of a recovery code: 5 bits each */

static void
put_int(unsigned char *p, int64_t n)
{
	int i;

	for (i = 7; i >= 0; i--, n >>= 8)
		p[i] = (unsigned char)n;
}

static int64_t
get_int(const unsigned char *p)
{
	uint64_t n = 0;
	int i;

	for (i = 0; i < 8; i++)
		n = n << 8 | p[i];
	return (int64_t)n;
}

static void
factor_read(int64_t flags, const void *stored, size_t len, struct factor *f)
{
	const unsigned char *p = stored;

	*f = (struct factor){ .sealed = NULL };
	if (len != STORED)
		return;
	f->on = (flags & USER_TOTP) != 0;
	f->step = get_int(p);
	f->since = get_int(p + 8);
	f->sealed = p + 16;
	f->sealed_len = SEALED;
}

static void
factor_write(struct ctx *c, const char *user, const struct factor *f)
{
	unsigned char *p = arena_alloc(c->arena, STORED);

	put_int(p, f->step);
	put_int(p + 8, f->since);
	/* Who writes one has it.
	 * NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker) */
	memcpy(p + 16, f->sealed, SEALED);
	q_factor_set(c->db, user, USER_TOTP, f->on ? USER_TOTP : 0, p, STORED);
}

void
factor_get(struct ctx *c, const char *user, struct factor *f)
{
	struct factor_get_row row = { .flags = 0 };

	only_factor_get(q_factor_get(c->db, user), c->arena, &row);
	factor_read(row.flags, row.totp, row.totp_len, f);
}

bool
factor_on(struct ctx *c, const char *user)
{
	struct factor f;

	factor_get(c, user, &f);
	return f.on;
}

const char *
factor_make_key(const struct ctx *c)
{
	const char *path = settings_key_file(c->arena, c->settings);
	struct seal_keys keys;

	if (seal_read_keys(path, &keys) != SEAL_FILE_FAILED || errno != ENOENT)
		return NULL;
	seal_add_key(&keys);
	seal_write_keys(path, &keys);
	return path;
}

bool
factor_keys(const struct ctx *c, struct seal_keys *keys)
{
	const char *path = settings_key_file(c->arena, c->settings);
	enum seal_file read = seal_read_keys(path, keys);

	if (read != SEAL_FILE_READ)
		log_error("%s: %s; see docket-admin check", path,
		    read == SEAL_FILE_INVALID ? "not a key" : strerror(errno));
	return read == SEAL_FILE_READ;
}

enum outcome
factor_begin(struct ctx *c, unsigned char secret[TOTP_SECRET])
{
	unsigned char *sealed = arena_alloc(c->arena, SEALED);
	struct seal_keys keys;
	struct factor f;

	factor_get(c, c->user, &f);
	if (f.on)
		return TOTP_ON;
	if (!factor_keys(c, &keys))
		return NOT_READY;
	randombytes_buf(secret, TOTP_SECRET);
	seal_make(&keys, PURPOSE, c->user, secret, TOTP_SECRET, sealed);
	factor_write(c, c->user, &(const struct factor){ .sealed = sealed });
	return DONE;
}

/* The step whose code that is and that was not used, or 0. */
static int64_t
step_of(struct ctx *c, const char *user, const struct factor *f, int code)
{
	int64_t now = totp_step(c->now), step, found = 0;
	unsigned char secret[TOTP_SECRET];
	struct seal_keys keys;

	if (f->sealed == NULL || code < 0 || !factor_keys(c, &keys) ||
	    !seal_open(&keys, PURPOSE, user, f->sealed, f->sealed_len, secret))
		return 0;
	for (step = now - AROUND; step <= now + AROUND; step++)
		if (step > f->step && totp_code(secret, step) == code)
			found = step;
	sodium_memzero(secret, sizeof(secret));
	return found;
}

enum outcome
factor_confirm(struct ctx *c, const char *code)
{
	struct factor f;

	factor_get(c, c->user, &f);
	if (f.on)
		return TOTP_ON;
	if (f.sealed == NULL)
		return TOTP_NOT_FOUND;
	f.step = step_of(c, c->user, &f, totp_read(code));
	if (f.step == 0)
		return WRONG_CODE;
	f.on = true;
	f.since = c->now;
	factor_write(c, c->user, &f);
	user_end_sessions(c, c->user, c->credential);
	credential_unconfirm(c, c->user);
	account_end_codes(c, c->user);
	mail_queue(c, c->user, MAIL_TOTP_ON);
	audit_put(c, c->user, AUDIT_TOTP_ON, "{}");
	return DONE;
}

bool
factor_remove(struct ctx *c, const char *user)
{
	bool was = factor_on(c, user);

	q_factor_set(c->db, user, USER_TOTP, 0, NULL, 0);
	q_credential_end_others(c->db, user, "recovery", NULL);
	credential_unconfirm(c, user);
	return was;
}

bool
factor_last(struct ctx *c, unsigned which)
{
	struct factor_get_row row = { .flags = 0 };
	struct user u;

	only_factor_get(q_factor_get(c->db, c->user), c->arena, &row);
	return user_get(c, c->user, &u) && user_must_enrol(c->settings,
	    u.password != NULL, row.flags & ~(int64_t)which);
}

/* Its letters alone, in lower case; false if it is no recovery code. */
static bool
canonical(const char *text, char letters[LETTERS + 1])
{
	int n = 0;

	for (; *text != '\0'; text++) {
		if (*text == '-' || *text == ' ')
			continue;
		if (n == LETTERS)
			return false;
		letters[n++] = *text >= 'A' && *text <= 'Z' ?
		    (char)(*text - 'A' + 'a') : *text;
	}
	letters[n] = '\0';
	return n == LETTERS;
}

/* Of kind, user and code: no other secret has the same, and nobody can hash all
 * codes once for every user. */
static void
recovery_hash(struct ctx *c, const char *user, const char *letters,
    unsigned char hash[CREDENTIAL_HASH])
{
	const char *text = arena_printf(c->arena, "recovery%c%s%c%s", '\0',
	    user, '\0', letters);

	crypto_hash_sha256(hash, (const unsigned char *)text,
	    strlen("recovery") + 1 + strlen(user) + 1 + LETTERS);
}

enum code
factor_check(struct ctx *c, const char *user, const char *code)
{
	unsigned char hash[CREDENTIAL_HASH];
	char letters[LETTERS + 1];
	struct factor f;

	factor_get(c, user, &f);
	if (!f.on)
		return CODE_WRONG;
	if (!canonical(code, letters))
		return step_of(c, user, &f, totp_read(code)) > 0 ?
		    CODE_TOTP : CODE_WRONG;
	recovery_hash(c, user, letters, hash);
	return rows_any(q_recovery_any(c->db, hash, sizeof(hash), user)) ?
	    CODE_RECOVERY : CODE_WRONG;
}

enum code
factor_take(struct ctx *c, const char *user, const char *code)
{
	enum code what = factor_check(c, user, code);
	unsigned char hash[CREDENTIAL_HASH];
	char letters[LETTERS + 1];
	struct factor f;

	if (what == CODE_TOTP) {
		factor_get(c, user, &f);
		f.step = step_of(c, user, &f, totp_read(code));
		factor_write(c, user, &f);
	} else if (what == CODE_RECOVERY) {
		canonical(code, letters);
		recovery_hash(c, user, letters, hash);
		q_recovery_remove(c->db, hash, sizeof(hash), user);
		mail_queue(c, user, MAIL_RECOVERY_CODE_USED);
		audit_put(c, user, AUDIT_RECOVERY_CODE_USED, "{}");
	}
	return what;
}

int64_t
factor_codes_left(struct ctx *c, const char *user)
{
	return rows_one(q_credential_count(c->db, user, "recovery"), 0);
}

void
factor_recovery_codes(struct ctx *c, const char *user,
    char codes[RECOVERY_CODES][RECOVERY_TEXT])
{
	static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz234567";
	unsigned char random[LETTERS], hash[CREDENTIAL_HASH];
	char letters[LETTERS + 1];
	int i, n;

	q_credential_end_others(c->db, user, "recovery", NULL);
	for (i = 0; i < RECOVERY_CODES; i++) {
		randombytes_buf(random, sizeof(random));
		for (n = 0; n < LETTERS; n++)
			letters[n] = alphabet[random[n] & 31];
		letters[LETTERS] = '\0';
		memcpy(codes[i], arena_printf(c->arena, "%.4s-%.4s-%.4s-%s",
		    letters, letters + 4, letters + 8, letters + 12),
		    RECOVERY_TEXT);
		recovery_hash(c, user, letters, hash);
		q_credential_add(c->db, hash, sizeof(hash), id_new(c->arena),
		    user, "recovery", NULL, 0, NULL, 0, c->now, c->now,
		    INT64_MAX);
	}
}

/* Opens every secret, and stores it again if `again`: how many were opened; the
 * others are counted in *lost. */
static int64_t
open_all(struct ctx *c, const struct seal_keys *keys, bool again,
    int64_t *lost)
{
	unsigned char secret[TOTP_SECRET], sealed[SEALED];
	struct factor_all_row *all;
	int64_t opened = 0;
	struct factor f;
	size_t n, i;

	n = all_factor_all(q_factor_all(c->db), c->arena, &all);
	for (*lost = 0, i = 0; i < n; i++) {
		factor_read(all[i].flags, all[i].totp, all[i].totp_len, &f);
		if (f.sealed == NULL || !seal_open(keys, PURPOSE, all[i].id,
		    f.sealed, f.sealed_len, secret)) {
			++*lost;
			continue;
		}
		opened++;
		seal_make(keys, PURPOSE, all[i].id, secret, TOTP_SECRET,
		    sealed);
		f.sealed = sealed;
		if (again)
			factor_write(c, all[i].id, &f);
	}
	sodium_memzero(secret, sizeof(secret));
	return opened;
}

int64_t
factor_seal_again(struct ctx *c, const struct seal_keys *keys, int64_t *lost)
{
	return open_all(c, keys, true, lost);
}

bool
factor_any(struct ctx *c)
{
	return rows_any(q_factor_any(c->db));
}

int64_t
factor_lost(struct ctx *c, const struct seal_keys *keys)
{
	int64_t lost;

	open_all(c, keys, false, &lost);
	return lost;
}
