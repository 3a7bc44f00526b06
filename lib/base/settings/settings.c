#include "base/settings/settings.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/settings/kind.h"
#include "base/settings/lines.h"
#include "base/settings/media_types.h"
#include "base/settings/urls.h"

#define PREFIX		"DOCKET_"
#define DAYS_MAX	36500
#define BYTES_MAX	(INT64_C(1) << 50)

/*
 * Images except SVG (it can contain scripts), PDF, plain text, CSV, Markdown,
 * office documents (OOXML, ODF, RTF, and the OLE formats under the names that
 * libmagic has for them), zip, audio and video.
 */
#define UPLOAD_TYPES							\
	"image/*, !image/svg*, application/pdf, text/plain, text/csv, "	\
	"text/markdown, text/rtf, "					\
	"application/vnd.openxmlformats-officedocument.*, "		\
	"application/vnd.oasis.opendocument.*, application/msword, "	\
	"application/vnd.ms-excel, application/vnd.ms-powerpoint, "	\
	"application/vnd.ms-office, application/CDFV2, "		\
	"application/zip, audio/*, video/*, application/ogg"

#define KEY(n, k, p, m)							\
	.name = n, .kind = k, .preset = p,				\
	.offset = offsetof(struct settings, m)

static const struct settings_key keys[SETTING__MAX] = {
	[SETTING_DATA] = { KEY("data", KIND_PATH, "/var/lib/docket", data) },
	[SETTING_DATABASE] = { KEY("database", KIND_DATABASE_URL, "",
	    database), .secret = true },
	[SETTING_FILES] = { KEY("files", KIND_CHOICE, "auto", files),
	    .words = { "auto", "directory", "database", "s3" } },
	[SETTING_S3_URL] = { KEY("s3-url", KIND_BUCKET_URL, "", s3_url),
	    .secret = true },
	[SETTING_KEY_FILE] = { KEY("key-file", KIND_FILE, "", key_file) },
	[SETTING_BASE_URL] = { KEY("base-url", KIND_WEB_URL, "", base_url) },
	[SETTING_REGISTRATION] = { KEY("registration", KIND_CHOICE, "closed",
	    registration), .words = { "closed", "invited", "open" } },
	[SETTING_AUTH] = { KEY("auth", KIND_CHOICE, "password", auth),
	    .words = { "password", "remote-user" } },
	[SETTING_PASSWORD_SIGN_IN] = { KEY("password-sign-in", KIND_CHOICE,
	    "auto", password_sign_in), .words = { "auto", "on" } },
	[SETTING_SECOND_FACTOR] = { KEY("second-factor", KIND_CHOICE,
	    "optional", second_factor), .words = { "optional", "required" } },
	[SETTING_SIGN_OUT_URL] = { KEY("sign-out-url", KIND_PAGE, "",
	    sign_out_url) },
	[SETTING_OIDC_ISSUER] = { KEY("oidc-issuer", KIND_ISSUER, "",
	    oidc_issuer) },
	[SETTING_OIDC_CLIENT_ID] = { KEY("oidc-client-id", KIND_TEXT, "",
	    oidc_client_id), .max = 255 },
	[SETTING_OIDC_CLIENT_SECRET_FILE] = { KEY("oidc-client-secret-file",
	    KIND_FILE, "", oidc_client_secret_file) },
	[SETTING_OIDC_NAME] = { KEY("oidc-name", KIND_TEXT,
	    "Single sign-on", oidc_name), .min = 1, .max = 60 },
	[SETTING_OIDC_CREATE] = { KEY("oidc-create", KIND_CHOICE, "no",
	    oidc_create), .words = { "no", "yes" } },
	[SETTING_OIDC_SCOPES] = { KEY("oidc-scopes", KIND_SCOPES,
	    "openid email profile", oidc_scopes) },
	[SETTING_TRUSTED_PROXIES] = { KEY("trusted-proxies", KIND_NETWORKS, "",
	    trusted_proxies) },
	[SETTING_COOKIE_SECURE] = { KEY("cookie-secure", KIND_CHOICE, "auto",
	    cookie_secure), .words = { "auto", "always", "never" } },
	[SETTING_SESSION_DAYS] = { KEY("session-days", KIND_COUNT, "90",
	    session_days), .min = 1, .max = DAYS_MAX },
	[SETTING_COMPLETED_DAYS] = { KEY("completed-days", KIND_COUNT, "30",
	    completed_days), .min = 1, .max = DAYS_MAX },
	[SETTING_BACKUP_DAYS] = { KEY("backup-days", KIND_COUNT, "2",
	    backup_days), .min = 0, .max = DAYS_MAX },
	[SETTING_TOMBSTONE_DAYS] = { KEY("tombstone-days", KIND_COUNT, "180",
	    tombstone_days), .min = 30, .max = DAYS_MAX },
	[SETTING_UPLOAD_MAX_BYTES] = { KEY("upload-max-bytes", KIND_BYTES,
	    "25M", upload_max_bytes), .min = 1, .max = BYTES_MAX },
	[SETTING_IMPORT_MAX_BYTES] = { KEY("import-max-bytes", KIND_BYTES,
	    "25M", import_max_bytes), .min = 1, .max = BYTES_MAX },
	[SETTING_QUOTA_BYTES] = { KEY("quota-bytes", KIND_BYTES, "1G",
	    quota_bytes), .min = 1, .max = BYTES_MAX },
	[SETTING_UPLOAD_TYPES] = { KEY("upload-types", KIND_TYPES,
	    UPLOAD_TYPES, upload_types) },
	[SETTING_SMTP_URL] = { KEY("smtp-url", KIND_MAIL_URL, "", smtp_url),
	    .secret = true },
	[SETTING_MAIL_FROM] = { KEY("mail-from", KIND_ADDRESS, "", mail_from) },
	[SETTING_VAPID_SUBJECT] = { KEY("vapid-subject", KIND_CONTACT, "",
	    vapid_subject) },
	[SETTING_PUSH_ALLOW] = { KEY("push-allow", KIND_HOSTS, "",
	    push_allow) },
	[SETTING_CORS_ORIGINS] = { KEY("cors-origins", KIND_ORIGINS, "",
	    cors_origins) },
	[SETTING_LOG] = { KEY("log", KIND_LOG, "stderr", log) },
	[SETTING_LOG_FORMAT] = { KEY("log-format", KIND_CHOICE, "text",
	    log_format), .words = { "text", "json" } },
	[SETTING_ACCESS_LOG] = { KEY("access-log", KIND_FILE, "",
	    access_log) },
	[SETTING_REMINDERS] = { KEY("reminders", KIND_CHOICE, "on",
	    reminders), .words = { "on", "off" } },
	[SETTING_WAIT] = { KEY("wait", KIND_CHOICE, "auto", wait),
	    .words = { "auto", "on", "off" } },
	[SETTING_DAV] = { KEY("dav", KIND_CHOICE, "on", dav),
	    .words = { "on", "off" } },
	[SETTING_SANDBOX] = { KEY("sandbox", KIND_CHOICE, "on", sandbox),
	    .words = { "on", "try", "off" } },
};

struct loading {
	struct arena	*arena;
	struct settings	 settings;
	const char	*why;		/* set once: the error */
	const char	*from;		/* base of relative paths; NULL:
					 * unknown */
	int		 given[SETTING__MAX];	/* in which line; 0: not yet */
};

static size_t
find_key(const char *name)
{
	size_t i;

	for (i = 0; i < SETTING__MAX; i++)
		if (strcmp(keys[i].name, name) == 0)
			break;
	return i;
}

/* A secret that another value overrides, or that is wrong, must not stay in
 * memory. */
static void
wipe(struct loading *l, size_t i)
{
	char *text = (char *)l->settings.text[i];

	if (keys[i].secret && text != NULL)
		explicit_bzero(text, strlen(text));
}

/* origin describes the source of a valid value, place that of an invalid
 * one. */
static void
set(struct loading *l, size_t i, const char *value, const char *origin,
    const char *place)
{
	void *member = (char *)&l->settings + keys[i].offset;
	const char *wrong;

	if (l->from != NULL && kind_is_relative(keys[i].kind, value))
		value = arena_printf(l->arena, "%s/%s", l->from, value);
	wipe(l, i);
	wrong = kind_set(l->arena, &keys[i], value, member);
	l->settings.text[i] = value;
	l->settings.origin[i] = origin;
	if (wrong != NULL && l->why == NULL)
		l->why = arena_printf(l->arena, "%s: %s", place, wrong);
}

const char *
settings_fault(struct arena *a, enum setting which, const char *value)
{
	struct settings unused;

	return kind_set(a, &keys[which], value, (char *)&unused +
	    keys[which].offset);
}

static void
take_line(struct loading *l, const struct lines *lines, const char *text)
{
	const char *origin, *place, *value = arena_str(l->arena, text);
	size_t i = find_key(lines->key);

	origin = arena_printf(l->arena, "%s:%d", l->settings.file,
	    lines->line);
	place = arena_printf(l->arena, "%s: %s", origin, lines->key);
	if (i == SETTING__MAX) {
		l->why = arena_printf(l->arena, "%s: unknown key",
		    place);
		return;
	}
	if (l->given[i] > 0 && !lines->indented)
		l->why = arena_printf(l->arena, "%s: already set in line %d",
		    place, l->given[i]);
	else if (l->given[i] > 0 && !kind_is_list(keys[i].kind))
		l->why = arena_printf(l->arena, "%s: a line that begins with a "
		    "blank continues the key above, which is not a list",
		    place);
	else if (l->given[i] > 0)
		value = arena_printf(l->arena, "%s %s", l->settings.text[i],
		    value);
	else
		l->given[i] = lines->line;
	if (l->why != NULL)
		return;
	set(l, i, value, origin, place);
	if (l->why != NULL && (strstr(value, " #") || strstr(value, "\t#")))
		l->why = arena_printf(l->arena, "%s (a comment behind a value "
		    "begins with a blank and \";\")", l->why);
}

/* The file's name, and its source; NULL: none. */
static const char *
choose_file(const struct settings_flag *flags, char *const *envp,
    const char **named)
{
	const char *file = SETTINGS_FILE;
	size_t len = strlen(PREFIX "CONF=");

	*named = NULL;
	for (; *envp != NULL; envp++)
		if (strncmp(*envp, PREFIX "CONF=", len) == 0) {
			file = *envp + len;
			*named = "environment: " PREFIX "CONF";
		}
	for (; flags->key != NULL; flags++)
		if (strcmp(flags->key, "conf") == 0 && flags->value != NULL) {
			file = flags->value;
			*named = flags->flag;
		}
	return file;
}

/* The working directory; NULL if it is gone. */
static const char *
working_directory(struct arena *a)
{
	char directory[4096];

	return getcwd(directory, sizeof(directory)) == NULL ? NULL :
	    arena_str(a, directory);
}

static void
read_lines(struct loading *l, FILE *fp)
{
	struct lines lines = { .fp = fp };
	const char *value, *wrong = NULL;

	while (l->why == NULL && lines_next(&lines, &value, &wrong))
		take_line(l, &lines, value);
	if (wrong != NULL)
		l->why = arena_printf(l->arena, "%s:%d: %s", l->settings.file,
		    lines.line, wrong);
	if (ferror(fp))
		l->why = arena_printf(l->arena, "cannot read the file "
		    "\"%s\": %s", l->settings.file, strerror(errno));
	explicit_bzero(&lines, sizeof(lines));
}

static void
load_file(struct loading *l, const char *file, const char *named)
{
	FILE *fp = fopen(file, "re");
	char block[4096];

	if (fp == NULL) {
		if (errno != ENOENT || named != NULL)
			l->why = arena_printf(l->arena,
			    "%s%scannot read the file \"%s\": %s%s",
			    named == NULL ? "" : named,
			    named == NULL ? "" : ": ", file, strerror(errno),
			    errno == EACCES ? "; run it as the service's user, "
			    "who must be able to read it" : "");
		return;
	}
	if (file[0] != '/' && l->from != NULL)
		file = arena_printf(l->arena, "%s/%s", l->from, file);
	l->settings.file = arena_str(l->arena, file);
	l->from = arena_dup(l->arena, file, strrchr(file, '/') == NULL ? 0 :
	    (size_t)(strrchr(file, '/') - file));
	setvbuf(fp, block, _IOFBF, sizeof(block));
	read_lines(l, fp);
	fclose(fp);
	explicit_bzero(block, sizeof(block));
}

/* The value, if this entry of the environment is for the key; or NULL. */
static const char *
environment_value(const char *entry, const char *key)
{
	for (; *key != '\0'; key++, entry++)
		if (*entry != (*key == '-' ? '_' :
		    toupper((unsigned char)*key)))
			return NULL;
	return *entry == '=' ? entry + 1 : NULL;
}

static void
load_environment(struct loading *l, char *const *envp)
{
	const char *entry, *value;
	size_t i;

	for (; *envp != NULL; envp++) {
		if (strncmp(*envp, PREFIX, strlen(PREFIX)) != 0)
			continue;
		entry = *envp + strlen(PREFIX);
		for (i = 0; i < SETTING__MAX; i++) {
			value = environment_value(entry, keys[i].name);
			if (value == NULL)
				continue;
			set(l, i, arena_str(l->arena, value), "environment",
			    arena_printf(l->arena, "environment: %.*s",
			    (int)(value - 1 - *envp), *envp));
		}
	}
}

static void
load_flags(struct loading *l, const struct settings_flag *f)
{
	size_t i;

	for (; f->key != NULL; f++) {
		if (f->value == NULL || strcmp(f->key, "conf") == 0)
			continue;
		i = find_key(f->key);
		if (i == SETTING__MAX) {
			l->why = arena_printf(l->arena,
			    "%s: unknown key %s", f->flag, f->key);
			return;
		}
		set(l, i, arena_str(l->arena, f->value), f->flag, f->flag);
	}
}

bool
settings_load(struct arena *arena, struct settings *settings,
    const struct settings_flag *flags, char *const *envp, const char **why)
{
	static const struct settings_flag no_flags[1];
	static char *const no_environment[1];
	struct loading l = { .arena = arena };
	const char *file, *named;
	size_t i;

	if (flags == NULL)
		flags = no_flags;
	if (envp == NULL)
		envp = no_environment;
	for (i = 0; i < SETTING__MAX; i++)
		set(&l, i, keys[i].preset, "default", keys[i].name);
	file = choose_file(flags, envp, &named);
	l.from = working_directory(arena);
	load_file(&l, file, named);
	l.from = working_directory(arena);
	load_environment(&l, envp);
	load_flags(&l, flags);
	if (l.why != NULL) {
		for (i = 0; i < SETTING__MAX; i++)
			wipe(&l, i);
		*why = l.why;
		return false;
	}
	*settings = l.settings;
	return true;
}

/* The part between "://" and the last "@", and libpq's password. */
static void
forget_secret(char *url)
{
	char *start = strstr(url, "://"), *end;

	if (start != NULL && (end = strrchr(start, '@')) != NULL)
		memset(start + 3, '*', (size_t)(end - start - 3));
	if ((start = strstr(url, URL_PASSWORD)) != NULL) {
		start += strlen(URL_PASSWORD);
		memset(start, '*', strcspn(start, "&"));
	}
}

void
settings_forget(struct settings *settings, char *const *envp)
{
	const char *value;
	size_t i;

	for (i = 0; i < SETTING__MAX; i++)
		if (keys[i].secret && settings->text[i] != NULL)
			forget_secret((char *)settings->text[i]);
	for (; *envp != NULL; envp++) {
		if (strncmp(*envp, PREFIX, strlen(PREFIX)) != 0)
			continue;
		for (i = 0; i < SETTING__MAX; i++) {
			value = environment_value(*envp + strlen(PREFIX),
			    keys[i].name);
			if (keys[i].secret && value != NULL)
				forget_secret((char *)value);
		}
	}
}

const char *
settings_database(const struct settings *s)
{
	return s->database[0] != '\0' ? s->database : s->data;
}

enum files
settings_files(const struct settings *s)
{
	return s->files != FILES_AUTO ? s->files :
	    s->database[0] != '\0' ? FILES_DATABASE : FILES_DIRECTORY;
}

const char *
settings_key_file(struct arena *arena, const struct settings *s)
{
	return s->key_file[0] != '\0' ? s->key_file :
	    arena_printf(arena, "%s/" KEY_FILE, s->data);
}

bool
settings_oidc(const struct settings *s)
{
	return s->oidc_issuer[0] != '\0' && s->oidc_client_id[0] != '\0' &&
	    s->base_url[0] != '\0' && s->auth == AUTH_PASSWORD;
}

bool
settings_passwords(const struct settings *s)
{
	return s->auth == AUTH_PASSWORD ||
	    s->password_sign_in == PASSWORD_SIGN_IN_ON;
}

bool
settings_second_factor(const struct settings *s)
{
	return settings_passwords(s) &&
	    s->second_factor == SECOND_FACTOR_DEMANDED;
}

bool
settings_passkeys(const struct settings *s)
{
	return settings_passwords(s) && url_takes_passkeys(s->base_url);
}

enum registration
settings_registration(const struct settings *s)
{
	return settings_passwords(s) ? s->registration : REGISTRATION_CLOSED;
}

/* A URL without its user and password. */
static const char *
masked(struct arena *arena, const char *url)
{
	const char *start = strstr(url, "://"), *end;

	if (start != NULL && (end = strrchr(start, '@')) != NULL)
		url = arena_printf(arena, "%.*s****%s",
		    (int)(start + 3 - url), url, end);
	if ((start = strstr(url, URL_PASSWORD)) != NULL) {
		start += strlen(URL_PASSWORD);
		url = arena_printf(arena, "%.*s****%s", (int)(start - url),
		    url, start + strcspn(start, "&"));
	}
	return url;
}

const char *
settings_place(struct arena *arena, const struct settings *s)
{
	return masked(arena, settings_database(s));
}

bool
settings_show(struct arena *arena, const struct settings *settings, size_t i,
    struct setting_shown *shown)
{
	if (i >= SETTING__MAX)
		return false;
	shown->name = keys[i].name;
	shown->value = keys[i].secret ?
	    masked(arena, settings->text[i]) : settings->text[i];
	shown->origin = settings->origin[i];
	shown->secret = keys[i].secret;
	shown->masked = shown->value != settings->text[i];
	return true;
}

const char *
settings_unknown(struct arena *arena, char *const *envp, size_t *i)
{
	const char *entry;
	size_t k;

	while ((entry = envp[*i]) != NULL) {
		++*i;
		if (strncmp(entry, PREFIX, strlen(PREFIX)) != 0 ||
		    environment_value(entry + strlen(PREFIX), "conf") != NULL)
			continue;
		for (k = 0; k < SETTING__MAX; k++)
			if (environment_value(entry + strlen(PREFIX),
			    keys[k].name) != NULL)
				break;
		if (k == SETTING__MAX)
			return arena_dup(arena, entry, strcspn(entry, "="));
	}
	return NULL;
}

bool
settings_inherited(struct arena *arena, const struct settings *settings,
    size_t i, struct setting_shown *shown)
{
	const char *origin = settings->origin[i];
	char *p, *name;

	if (origin[0] != '-' && strcmp(origin, "environment") != 0)
		return false;
	settings_show(arena, settings, i, shown);
	if (i == SETTING_DATABASE || i == SETTING_S3_URL)
		shown->value = settings->text[i];
	name = arena_printf(arena, PREFIX "%s", shown->name);
	for (p = name; *p != '\0'; p++)
		*p = (char)(*p == '-' ? '_' : toupper((unsigned char)*p));
	shown->name = name;
	return true;
}

bool
settings_type_allowed(const struct settings *settings, const char *type)
{
	return media_types_allow(settings->upload_types, type);
}

bool
settings_origin_allowed(const struct settings *settings, const char *origin)
{
	return origins_include(settings->cors_origins, origin);
}
