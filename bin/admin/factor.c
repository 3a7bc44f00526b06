/*
 * docket-admin key and user second-factor: the key of sealed secrets, and users
 * who have lost their authenticator app.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/seal.h"
#include "bin/admin/admin.h"
#include "core/account/administration.h"
#include "core/account/factor.h"
#include "core/user/user.h"
#include "db/db.h"

/* False after an error message. */
static bool
admin_read_keys(struct admin *a, struct seal_keys *keys)
{
	const char *path = settings_key_file(a->p.ctx.arena, &a->p.settings);

	switch (seal_read_keys(path, keys)) {
	case SEAL_FILE_READ:
		return true;
	case SEAL_FILE_INVALID:
		program_failed("%s is not a key: bring back a copy, or remove "
		    "it and run docket-admin migrate", path);
		return false;
	default:
		program_failed("%s: %s; docket-admin migrate makes one", path,
		    strerror(errno));
		return false;
	}
}

int
admin_key_id(struct admin *a)
{
	char id[SEAL_ID_TEXT];
	struct seal_keys keys;

	if (!admin_read_keys(a, &keys))
		return 1;
	seal_key_id(&keys, id);
	printf("%s\n", id);
	return 0;
}

/* The file has both keys while secrets are sealed again, so that a run that was
 * cut off leaves none that cannot be opened: the next run goes on with the same
 * keys. */
int
admin_key_rotate(struct admin *a)
{
	const char *path = settings_key_file(a->p.ctx.arena, &a->p.settings);
	struct seal_keys keys;
	char id[SEAL_ID_TEXT];
	int64_t done, lost;

	if (!program_open(&a->p) || !admin_read_keys(a, &keys))
		return 1;
	if (keys.count == 1) {
		seal_add_key(&keys);
		seal_write_keys(path, &keys);
	}
	if (!program_write(&a->p))
		return 1;
	done = factor_seal_again(&a->p.ctx, &keys, &lost);
	db_commit(a->p.ctx.db);
	keys.count = 1;
	seal_write_keys(path, &keys);
	seal_key_id(&keys, id);
	program_say(&a->p, "The key is now %s; secrets that it seals: %lld.  "
	    "Keep a copy of %s apart from the backups.", id, (long long)done,
	    path);
	if (lost > 0)
		return program_failed("secrets that neither key opens: %lld; "
		    "see docket-admin check", (long long)lost);
	return 0;
}

static int
show_factor(struct admin *a, const struct user *u)
{
	struct ctx *c = &a->p.ctx;
	char since[STAMP_SIZE];
	struct factor f;

	factor_get(c, u->id, &f);
	if (f.on)
		printf("%s\tauthenticator app since %s\t%lld recovery codes "
		    "left\n", u->email, stamp_format(f.since, since),
		    (long long)factor_codes_left(c, u->id));
	else
		printf("%s\tnone\n", u->email);
	return 0;
}

int
admin_user_second_factor(struct admin *a)
{
	struct ctx *c = &a->p.ctx;
	struct user u;
	bool was;

	if (a->remove ? !program_write(&a->p) : !program_open(&a->p))
		return 1;
	if (!user_by_email(c, a->words[0], &u)) {
		if (a->remove)
			db_end(c->db);
		return program_failed("no user has that address");
	}
	if (!a->remove)
		return show_factor(a, &u);
	was = managed_remove_factor(c, &u);
	db_commit(c->db);
	program_say(&a->p, !was ? "%s has no second factor." :
	    settings_second_factor(c->settings) ? "Removed the second factor "
	    "of %s, who must set up another." : "Removed the second factor of "
	    "%s, who now signs in with the password alone.", u.email);
	return 0;
}
