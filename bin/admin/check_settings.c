/*
 * docket-admin check: the settings, and who can read and change the data.
 */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/settings/settings.h"
#include "bin/admin/admin.h"
#include "bin/admin/check.h"
#include "bin/admin/finding.h"
#include "core/file/content.h"
#include "core/file/names.h"
#include "db/names.h"
#include "query/user_list.h"
#include "query/vapid.h"

void
check_mode(struct check *k, const char *path, const char *what)
{
	struct stat st;

	if (stat(path, &st) == -1) {
		if (errno != ENOENT)
			check_found(k, true, "Make it readable",
			    "%s: %s", path, strerror(errno));
		return;
	}
	if (st.st_mode & 077)
		check_found(k, true, S_ISDIR(st.st_mode) ? "chmod 700 it" :
		    "chmod 600 it", "%s, %s, is accessible to other users "
		    "(mode %o)", path, what, (unsigned)(st.st_mode & 0777));
	if (geteuid() != 0 && st.st_uid != geteuid())
		check_found(k, true, "Run docket-admin as that user, or chown "
		    "it", "%s is owned by UID %u; this program runs as UID %u",
		    path, (unsigned)st.st_uid, (unsigned)geteuid());
	else if (access(path, W_OK) == -1)
		check_found(k, true, S_ISDIR(st.st_mode) ? "chmod 700 it, and "
		    "see whether its disk is mounted read-only" :
		    "chmod 600 it, and see whether its disk is mounted "
		    "read-only", "%s, %s, cannot be changed: %s", path, what,
		    strerror(errno));
}

/* What programs open beside the database: locks, counts.  Copies of databases
 * and what other looks judge is left out. */
static bool
is_working_file(const char *name)
{
	static const char *const judged[] = { DB_FILE, DB_LOCK, "docket.key" };
	size_t i;

	for (i = 0; i < COUNT(judged); i++)
		if (strcmp(name, judged[i]) == 0)
			return false;
	return strcmp(name, DB_FILE "-wal") == 0 ||
	    strcmp(name, DB_FILE "-shm") == 0 ||
	    (strncmp(name, "docket", strlen("docket")) == 0 &&
	    strncmp(name, DB_FILE, strlen(DB_FILE)) != 0);
}

static void
check_working_files(struct check *k)
{
	const char *data = k->c->settings->data, *path;
	DIR *dir = opendir(data);
	struct dirent *e;
	struct stat st;

	while (dir != NULL && (e = readdir(dir)) != NULL) {
		if (!is_working_file(e->d_name))
			continue;
		path = arena_printf(k->c->arena, "%s/%s", data, e->d_name);
		/* Who cannot reach a socket has another way. */
		if (stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
		    access(path, R_OK | W_OK) == -1)
			check_found(k, true, "chown it to the service's user, "
			    "and chmod 600 it", "%s cannot be used by the "
			    "service's user (UID %u): %s", path,
			    (unsigned)geteuid(), strerror(errno));
	}
	if (dir != NULL)
		closedir(dir);
}

void
check_modes(struct check *k)
{
	const char *data = k->c->settings->data;

	check_mode(k, data, "the data directory");
	check_mode(k, arena_printf(k->c->arena, "%s/" DB_FILE, data),
	    "the database");
	check_mode(k, arena_printf(k->c->arena, "%s/" CONTENT_DIR, data),
	    "the attachments directory");
	check_working_files(k);
}

/* Does a secret setting come from the settings file? */
static bool
has_secret(struct check *k)
{
	const struct settings *s = k->c->settings;
	struct setting_shown shown;
	size_t i;

	for (i = 0; settings_show(k->c->arena, s, i, &shown); i++)
		if (shown.masked && strncmp(shown.origin, s->file,
		    strlen(s->file)) == 0)
			return true;
	return false;
}

static bool
path_is_within(const char *path, const char *dir)
{
	char whole[PATH_MAX], top[PATH_MAX];
	size_t n;

	if (realpath(path, whole) == NULL || realpath(dir, top) == NULL)
		return false;
	n = strlen(top);
	return strncmp(whole, top, n) == 0 && whole[n] == '/';
}

void
check_settings_file(struct check *k)
{
	const char *file = k->c->settings->file;
	struct stat st;

	if (file == NULL) {
		check_found(k, false, "Restore it, or run docket-admin setup",
		    "there is no " SETTINGS_FILE ": settings have their "
		    "defaults");
		return;
	}
	if (access(file, R_OK) == -1)
		check_found(k, true, "chown root:docket it, and chmod 640; "
		    "docket stands for the service's group",
		    "the service's user (UID %u) cannot read %s: %s",
		    (unsigned)geteuid(), file, strerror(errno));
	/* Programs that must not read a file get -c /dev/null. */
	if (stat(file, &st) == -1 || !S_ISREG(st.st_mode))
		return;
	if ((st.st_mode & S_IROTH) && has_secret(k))
		check_found(k, true, "chmod 640 it, with the group of the "
		    "service's user", "%s contains a password and is readable "
		    "by everybody (mode %o)", file,
		    (unsigned)(st.st_mode & 0777));
	if (st.st_mode & S_IWOTH)
		check_found(k, true, "chmod o-w it", "%s can be changed by "
		    "everybody (mode %o)", file,
		    (unsigned)(st.st_mode & 0777));
	if (path_is_within(file, k->c->settings->data))
		check_found(k, true, "Move it, such as to " SETTINGS_FILE,
		    "%s is in the data directory, where a compromised program "
		    "can change it", file);
}

void
check_variables(struct check *k)
{
	const char *name;
	size_t i = 0;

	while ((name = settings_unknown(k->c->arena, environ, &i)) != NULL)
		check_found(k, false, "Correct or remove it: docket.conf(5) "
		    "has the settings", "%s in the environment is not a setting",
		    name);
}

static void
look_at_sign_on(struct check *k)
{
	const struct settings *s = k->c->settings;
	int64_t unverified;

	if (s->auth != AUTH_REMOTE_USER)
		return;
	if (s->registration == REGISTRATION_OPEN)
		check_found(k, false, "Set registration = closed",
		    settings_registration(s) == REGISTRATION_OPEN ?
		    "registration = open beside auth = "
		    "remote-user: a stranger can sign up with an address "
		    "before its owner signs on, who then cannot" :
		    "registration = open has no effect with auth = "
		    "remote-user");
	unverified = rows_one(q_user_unverified(k->c->db), 0);
	if (unverified > 0)
		check_found(k, false, "Use docket-admin user list, then user "
		    "remove if a stranger made the account, otherwise user "
		    "verify", "accounts whose address is not "
		    "verified, which single sign-on refuses: %lld",
		    (long long)unverified);
}

void
check_settings(struct check *k)
{
	const struct settings *s = k->c->settings;

	if (s->base_url[0] == '\0')
		check_found(k, false, "Set base-url to the address that users "
		    "open", "base-url is not set: mails and reminders contain no full "
		    "links");
	else if (strncmp(s->base_url, "https:", 6) != 0)
		check_found(k, false, "Put an HTTPS reverse proxy in front",
		    "base-url is plain http: passwords and tasks are sent "
		    "unencrypted");
	if (s->smtp_url[0] == '\0')
		check_found(k, false, "Set smtp-url and mail-from, or use "
		    "docket-admin user passwd and verify", "smtp-url is not "
		    "set: users cannot reset a forgotten password");
	else if (s->mail_from[0] == '\0')
		check_found(k, true, "Set mail-from to the sender's address",
		    "smtp-url is set, but mail-from is not");
	look_at_sign_on(k);
	if (s->reminders == REMINDERS_OFF)
		return;
	if (!rows_any(q_state_vapid_public(k->c->db)))
		check_found(k, false, "Run docket-admin vapid, or set "
		    "reminders = off", "there are no VAPID keys: reminders "
		    "cannot be sent");
	else if (s->vapid_subject[0] == '\0')
		check_found(k, false, "Set it to your mailto: or https: "
		    "address", "vapid-subject is not set: some push services "
		    "require it");
}

