/*
 * docket-admin check: the key of sealed secrets (base/seal.h), whether passkeys
 * are possible, and who lacks a second factor.
 */
#include <errno.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/seal.h"
#include "base/settings/settings.h"
#include "bin/admin/admin.h"
#include "bin/admin/check.h"
#include "bin/admin/finding.h"
#include "core/account/factor.h"
#include "core/user/user.h"
#include "query/user_list.h"

#define BRING_BACK	"Bring back a copy of that file; or use docket-admin "	\
			"user second-factor --remove for those who have no "	\
			"recovery code left"

void
check_key(struct check *k)
{
	const char *path = settings_key_file(k->c->arena, k->c->settings);
	char id[SEAL_ID_TEXT];
	struct seal_keys keys;
	int64_t lost;
	int why;

	switch (seal_read_keys(path, &keys)) {
	case SEAL_FILE_READ:
		break;
	case SEAL_FILE_INVALID:
		check_found(k, true, BRING_BACK, "%s is not a key: no code of "
		    "an authenticator app is accepted", path);
		return;
	default:
		why = errno;
		check_found(k, factor_any(k->c), why == ENOENT ? "Run docket-admin "
		    "migrate, which makes it; or bring back a copy" :
		    "Make it readable for the service's user", "%s: %s: nobody "
		    "can use a second factor", path, strerror(why));
		return;
	}
	check_mode(k, path, "the key of sealed secrets");
	seal_key_id(&keys, id);
	program_say(&k->admin->p, "Key of sealed secrets: %s.", id);
	lost = factor_lost(k->c, &keys);
	if (lost > 0)
		check_found(k, true, BRING_BACK, "second factors that %s does "
		    "not open: %lld", path, (long long)lost);
}

void
check_passkeys(struct check *k)
{
	const struct settings *s = k->c->settings;

	if (settings_passwords(s) && !settings_passkeys(s))
		program_say(&k->admin->p, "Passkeys: impossible, because "
		    "base-url is %s.", s->base_url[0] == '\0' ? "not set" :
		    strncasecmp(s->base_url, "https:", 6) != 0 ?
		    "plain http" : "an address instead of a name");
}

void
check_factors(struct check *k)
{
	const struct settings *s = k->c->settings;
	int64_t n;

	if (s->second_factor == SECOND_FACTOR_DEMANDED &&
	    !settings_second_factor(s))
		check_found(k, false, "Remove it, or set password-sign-in = on",
		    "second-factor = required has no effect: nobody signs in by "
		    "password");
	if (!settings_second_factor(s))
		return;
	n = rows_one(q_user_without(k->c->db, user_factors(s)), 0);
	if (n > 0)
		check_found(k, false, "Tell them to sign in and to set one up: "
		    "until then they can do nothing else, and their access "
		    "tokens are refused; see docket-admin user list",
		    "users without the second factor that is required: %lld",
		    (long long)n);
}
