/*
 * The service's settings: one table of keys, read once per process from flags,
 * the environment, the file or the defaults, in that order.  docket.conf(5)
 * explains each.  The arena given to settings_load() holds everything.
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
	SETTING_DATABASE,
	SETTING_FILES,
	SETTING_S3_URL,
	SETTING_KEY_FILE,
	SETTING_BASE_URL,
	SETTING_REGISTRATION,
	SETTING_AUTH,
	SETTING_PASSWORD_SIGN_IN,
	SETTING_SECOND_FACTOR,
	SETTING_SIGN_OUT_URL,
	SETTING_OIDC_ISSUER,
	SETTING_OIDC_CLIENT_ID,
	SETTING_OIDC_CLIENT_SECRET_FILE,
	SETTING_OIDC_NAME,
	SETTING_OIDC_CREATE,
	SETTING_OIDC_SCOPES,
	SETTING_TRUSTED_PROXIES,
	SETTING_COOKIE_SECURE,
	SETTING_SESSION_DAYS,
	SETTING_COMPLETED_DAYS,
	SETTING_BACKUP_DAYS,
	SETTING_TOMBSTONE_DAYS,
	SETTING_UPLOAD_MAX_BYTES,
	SETTING_IMPORT_MAX_BYTES,
	SETTING_QUOTA_BYTES,
	SETTING_UPLOAD_TYPES,
	SETTING_SMTP_URL,
	SETTING_MAIL_FROM,
	SETTING_VAPID_SUBJECT,
	SETTING_PUSH_ALLOW,
	SETTING_CORS_ORIGINS,
	SETTING_LOG,
	SETTING_LOG_FORMAT,
	SETTING_ACCESS_LOG,
	SETTING_REMINDERS,
	SETTING_WAIT,
	SETTING_DAV,
	SETTING_SANDBOX,
	SETTING__MAX
};

enum files { FILES_AUTO, FILES_DIRECTORY, FILES_DATABASE, FILES_S3 };
enum registration { REGISTRATION_CLOSED, REGISTRATION_INVITED,
    REGISTRATION_OPEN };
enum auth { AUTH_PASSWORD, AUTH_REMOTE_USER };
enum password_sign_in { PASSWORD_SIGN_IN_AUTO, PASSWORD_SIGN_IN_ON };
enum second_factor { SECOND_FACTOR_OPTIONAL, SECOND_FACTOR_DEMANDED };
enum oidc_create { OIDC_CREATE_NO, OIDC_CREATE_YES };
enum cookie_secure { COOKIE_SECURE_AUTO, COOKIE_SECURE_ALWAYS,
    COOKIE_SECURE_NEVER };
enum log_format { LOG_FORMAT_TEXT, LOG_FORMAT_JSON };
enum reminders { REMINDERS_ON, REMINDERS_OFF };
enum wait_setting { WAIT_AUTO, WAIT_ON, WAIT_OFF };
enum dav_setting { DAV_ON, DAV_OFF };
enum sandboxed { SANDBOX_ON, SANDBOX_TRY, SANDBOX_OFF };

/* Beside the database, unless key-file names another. */
#define KEY_FILE	"docket.key"

struct settings {
	const char	*data;		/* absolute, no final slash */
	const char	*database;	/* a URL, "" for SQLite in `data`; secret */
	enum files	 files;		/* ask settings_files() */
	const char	*s3_url;	/* "" if not set; secret */
	const char	*key_file;	/* ask settings_key_file() */
	const char	*base_url;	/* no final slash; "" if not set */
	enum registration registration;	/* ask settings_registration() */
	enum auth	 auth;
	enum password_sign_in password_sign_in;	/* ask settings_passwords() */
	enum second_factor second_factor; /* ask settings_second_factor() */
	const char	*sign_out_url;	/* "" if not set */
	const char	*oidc_issuer;	/* ask settings_oidc() */
	const char	*oidc_client_id;
	const char	*oidc_client_secret_file;	/* "": no secret */
	const char	*oidc_name;	/* that people know the provider by */
	enum oidc_create oidc_create;	/* accounts of new users? */
	const char	*oidc_scopes;
	struct net_list	 trusted_proxies;
	enum cookie_secure cookie_secure;
	int64_t		 session_days;
	int64_t		 completed_days;
	int64_t		 backup_days;	/* 0: not checked */
	int64_t		 tombstone_days;
	int64_t		 upload_max_bytes;
	int64_t		 import_max_bytes;
	int64_t		 quota_bytes;
	const char	*upload_types;	/* ask settings_type_allowed() */
	const char	*smtp_url;	/* "" if not set; secret */
	const char	*mail_from;	/* an address without a name, or "" */
	const char	*vapid_subject;	/* mailto: or https:, or "" */
	struct net_list	 push_allow;
	const char	*cors_origins;	/* ask settings_origin_allowed() */
	const char	*log;		/* "stderr", "syslog" or a path */
	enum log_format	 log_format;
	const char	*access_log;	/* a path, or "" */
	enum reminders	 reminders;
	enum wait_setting wait;		/* does docket-wait run? */
	enum dav_setting dav;		/* is CalDAV answered? */
	enum sandboxed	 sandbox;

	const char	*file;		/* the file that was read, absolute;
					 * NULL if none */
	const char	*text[SETTING__MAX];	/* each value as given */
	/* "default", "/etc/docket/docket.conf:7", "environment" or a flag */
	const char	*origin[SETTING__MAX];
};

/*
 * A command-line flag for a key, or for the file (key "conf"): { "-d", "data",
 * optarg }.  The value is NULL if the flag was not given.  A key of NULL ends
 * the array.
 */
struct settings_flag {
	const char	*flag;
	const char	*key;
	const char	*value;
};

/*
 * Reads all settings.  The file is that of the flag for "conf", then of
 * DOCKET_CONF, then SETTINGS_FILE; only the last may be missing.  A key
 * KEY-NAME is DOCKET_KEY_NAME in the environment; unknown names there are
 * ignored.  Relative paths in flags and the environment start at the working
 * directory, those in the file at the file's directory.  flags and envp may be
 * NULL.
 *
 * False, with *why a line for the operator (place, key, what would be right)
 * and *settings unchanged, if a key or value is wrong anywhere, even if it is
 * overridden, or if the file cannot be read.  *why never contains a secret
 * value.
 */
bool		 settings_load(struct arena *, struct settings *settings,
		    const struct settings_flag *flags, char *const *envp,
		    const char **why);

/*
 * Overwrites secret values in the settings and the environment, for programs
 * that serve requests and do not need them.  Whether a value is set stays
 * known.
 */
void		 settings_forget(struct settings *, char *const *envp);

/* NULL if that is a value for the setting, or what would be right: "must
 * ...". */
const char	*settings_fault(struct arena *, enum setting,
		    const char *value);

/* Where the database is: its URL, or the data directory. */
const char	*settings_database(const struct settings *);
/* The same, without user and password. */
const char	*settings_place(struct arena *, const struct settings *);
/* Where attachments' bytes are; never FILES_AUTO. */
enum files	 settings_files(const struct settings *);

/* The file with the key of sealed values (base/seal.h). */
const char	*settings_key_file(struct arena *, const struct settings *);

/* Can users sign in at a provider of OpenID Connect? */
bool		 settings_oidc(const struct settings *);

/* Do users sign in by password, and can they sign up? */
bool		 settings_passwords(const struct settings *);
/* Must everybody who signs in by password have a second factor? */
bool		 settings_second_factor(const struct settings *);
/* Can passkeys be used: does base-url say where? */
bool		 settings_passkeys(const struct settings *);
enum registration settings_registration(const struct settings *);

struct setting_shown {
	const char	*name;
	const char	*value;		/* as given; the secret part masked */
	const char	*origin;
	bool		 secret;
	bool		 masked;	/* a secret part was */
};

/* Setting number i as text; false if there is none. */
bool		 settings_show(struct arena *, const struct settings *,
		    size_t i, struct setting_shown *);

/*
 * The next entry of the environment, from *i on, whose name begins like a
 * setting but is not one: the name, or NULL.  For a warning, since such names
 * are ignored.
 */
const char	*settings_unknown(struct arena *, char *const *envp, size_t *i);

/*
 * Setting number i as the environment variable (DOCKET_KEY) that passes it to
 * another program, if a flag or the environment set it; without secrets, but
 * for those of the database and of s3-url, which each program needs.  False if
 * it comes from the file or the default.
 */
bool		 settings_inherited(struct arena *, const struct settings *,
		    size_t i, struct setting_shown *);

/*
 * May a file of this media type be uploaded?  Parameters and the case of ASCII
 * letters are ignored.  The list's patterns are media types, or prefixes
 * followed by "*"; a pattern after "!" refuses what it matches, wherever it
 * stands.
 */
bool		 settings_type_allowed(const struct settings *,
		    const char *type);

/*
 * May pages of that origin (as in the Origin header) read the answers?  Case is
 * ignored.
 */
bool		 settings_origin_allowed(const struct settings *,
		    const char *origin);

#endif
