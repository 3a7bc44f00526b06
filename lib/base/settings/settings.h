/*
 * The service's settings: one table of keys, read once per process from a
 * flag, else the environment, else the file, else the default.  See
 * docket.conf(5) for what each means.  Everything lives in the arena that
 * settings_load() is given.
 */
#ifndef BASE_SETTINGS_SETTINGS_H
#define BASE_SETTINGS_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/net.h"

struct arena;

#define SETTINGS_FILE	"/etc/docket/docket.conf"

enum setting {
	SETTING_DATA,
	SETTING_BASE_URL,
	SETTING_REGISTRATION,
	SETTING_AUTH,
	SETTING_TRUSTED_PROXIES,
	SETTING_COOKIE_SECURE,
	SETTING_SESSION_DAYS,
	SETTING_COMPLETED_DAYS,
	SETTING_TOMBSTONE_DAYS,
	SETTING_UPLOAD_MAX_BYTES,
	SETTING_QUOTA_BYTES,
	SETTING_UPLOAD_TYPES,
	SETTING_SMTP_URL,
	SETTING_MAIL_FROM,
	SETTING_VAPID_SUBJECT,
	SETTING_PUSH_ALLOW,
	SETTING_CORS_ORIGINS,
	SETTING_LOG,
	SETTING_ACCESS_LOG,
	SETTING_REMINDERS,
	SETTING_SANDBOX,
	SETTING__MAX
};

enum registration { REGISTRATION_CLOSED, REGISTRATION_OPEN };
enum auth { AUTH_PASSWORD, AUTH_REMOTE_USER };
enum cookie_secure { COOKIE_SECURE_AUTO, COOKIE_SECURE_ALWAYS,
    COOKIE_SECURE_NEVER };
enum reminders { REMINDERS_ON, REMINDERS_OFF };
enum sandboxed { SANDBOX_ON, SANDBOX_TRY, SANDBOX_OFF };

struct settings {
	const char	*data;		/* absolute, no final slash */
	const char	*base_url;	/* no final slash; "" if not set */
	enum registration registration;
	enum auth	 auth;
	struct net_list	 trusted_proxies;
	enum cookie_secure cookie_secure;
	int64_t		 session_days;
	int64_t		 completed_days;
	int64_t		 tombstone_days;
	int64_t		 upload_max_bytes;
	int64_t		 quota_bytes;
	const char	*upload_types;	/* ask settings_type_allowed() */
	const char	*smtp_url;	/* "" if not set; secret */
	const char	*mail_from;	/* a bare address, or "" */
	const char	*vapid_subject;	/* mailto: or https:, or "" */
	struct net_list	 push_allow;
	const char	*cors_origins;	/* ask settings_origin_allowed() */
	const char	*log;		/* "stderr", "syslog" or a path */
	const char	*access_log;	/* a path, or "" */
	enum reminders	 reminders;
	enum sandboxed	 sandbox;

	const char	*file;		/* that was read, absolute; NULL if
					 * none */
	const char	*text[SETTING__MAX];	/* each value as it was given */
	/* "default", "/etc/docket/docket.conf:7", "environment" or a flag */
	const char	*origin[SETTING__MAX];
};

/*
 * A flag of the command line that stands for a key, or, with the key "conf",
 * names the file: { "-d", "data", optarg }.  A value of NULL is a flag that
 * was not given, so that a program can have its rows in one array; a key of
 * NULL ends the array.
 */
struct settings_flag {
	const char	*flag;
	const char	*key;
	const char	*value;
};

/*
 * Read everything.  The file is the one of the flag for "conf", else of
 * DOCKET_CONF, else SETTINGS_FILE, which alone may be absent.  A key KEY-NAME
 * is DOCKET_KEY_NAME in the environment; names unknown there are ignored.
 * A relative path by a flag or the environment is taken from the working
 * directory, one in the file from the file's folder.  flags and envp may be
 * NULL.
 *
 * False, with *why one line for the operator that says where, which key and
 * what would be right, and *settings untouched, if a key or value is wrong at
 * any of the places, even one that another overrides, or if the file cannot be
 * read.  *why never holds a value that is secret.
 */
bool		 settings_load(struct arena *, struct settings *settings,
		    const struct settings_flag *flags, char *const *envp,
		    const char **why);

/*
 * What is secret in the values is overwritten, in the settings and in the
 * environment, and is then nowhere in memory: for a program that serves
 * strangers and does not need it.  Whether a value is set can still be told.
 */
void		 settings_forget(struct settings *, char *const *envp);

struct setting_shown {
	const char	*name;
	const char	*value;		/* as given; the secret part masked */
	const char	*origin;
	bool		 secret;
};

/* Setting number i as text; false if there are not so many. */
bool		 settings_show(struct arena *, const struct settings *,
		    size_t i, struct setting_shown *);

/*
 * Setting number i, where it came by a flag or the environment, as the variable
 * (DOCKET_KEY) by which another program is told the same; without what is secret
 * in it.  False where the file, or the default, tells everybody.
 */
bool		 settings_inherited(struct arena *, const struct settings *,
		    size_t i, struct setting_shown *);

/*
 * May a file of this media type be uploaded?  Parameters and the case of ASCII
 * letters do not count.  The list's patterns are media types, or beginnings of
 * them followed by "*"; one after "!" refuses what it matches, wherever it
 * stands.
 */
bool		 settings_type_allowed(const struct settings *,
		    const char *type);

/*
 * May pages of that origin (as the header Origin has it) read the answers?  Case
 * does not count.
 */
bool		 settings_origin_allowed(const struct settings *,
		    const char *origin);

#endif
