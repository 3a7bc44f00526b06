#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/settings/settings.h"

static struct arena *arena;
static char directory[] = "/tmp/docket-settings-XXXXXX";
static char *file;		/* in it; made by with_file() */
static char *conf;		/* the same as an entry of the environment */

static char *nothing[] = { (char[]){ "DOCKET_CONF=/dev/null" }, NULL };

static int
setup(void **state)
{
	(void)state;
	arena = arena_new();
	if (mkdtemp(directory) == NULL)
		return -1;
	file = arena_printf(arena, "%s/docket.conf", directory);
	conf = arena_printf(arena, "DOCKET_CONF=%s", file);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	unlink(file);
	rmdir(directory);
	arena_free(arena);
	return 0;
}

static void
write_file(const char *text, size_t len)
{
	FILE *fp = fopen(file, "w");

	assert_non_null(fp);
	assert_int_equal(fwrite(text, 1, len, fp), len);
	assert_int_equal(fclose(fp), 0);
}

static struct settings
load(const struct settings_flag *flags, char *const *envp)
{
	struct settings s;
	const char *why;

	if (!settings_load(arena, &s, flags, envp, &why))
		fail_msg("%s", why);
	return s;
}

static struct settings
load_text(const char *text)
{
	char *envp[] = { conf, NULL };

	write_file(text, strlen(text));
	return load(NULL, envp);
}

/* Loading must fail with a line of which `begins` is the beginning. */
static void
refused(const struct settings_flag *flags, char *const *envp,
    const char *begins)
{
	struct settings s, before;
	const char *why = NULL;

	memset(&s, 0x5a, sizeof(s));
	before = s;
	if (settings_load(arena, &s, flags, envp, &why))
		fail_msg("accepted, and not refused with %s", begins);
	assert_memory_equal(&s, &before, sizeof(s));
	assert_non_null(why);
	assert_null(strchr(why, '\n'));
	if (strncmp(why, begins, strlen(begins)) != 0)
		fail_msg("refused with\n  %s\n  and not\n  %s", why, begins);
}

static void
text_refused(const char *text, const char *begins)
{
	char *envp[] = { conf, NULL };

	write_file(text, strlen(text));
	refused(NULL, envp, arena_printf(arena, "%s:%s", file, begins));
}

static void
defaults_are_as_documented(void **state)
{
	struct settings s = load(NULL, nothing);
	size_t i;

	(void)state;
	assert_string_equal(s.data, "/var/lib/docket");
	assert_string_equal(s.base_url, "");
	assert_int_equal(s.registration, REGISTRATION_CLOSED);
	assert_int_equal(s.auth, AUTH_PASSWORD);
	assert_int_equal(s.trusted_proxies.count, 0);
	assert_int_equal(s.cookie_secure, COOKIE_SECURE_AUTO);
	assert_int_equal(s.session_days, 90);
	assert_int_equal(s.completed_days, 30);
	assert_int_equal(s.backup_days, 2);
	assert_int_equal(s.tombstone_days, 180);
	assert_int_equal(s.upload_max_bytes, 25 * 1024 * 1024);
	assert_int_equal(s.quota_bytes, 1024 * 1024 * 1024);
	assert_string_equal(s.smtp_url, "");
	assert_string_equal(s.mail_from, "");
	assert_string_equal(s.vapid_subject, "");
	assert_int_equal(s.push_allow.count, 0);
	assert_string_equal(s.cors_origins, "");
	assert_string_equal(s.log, "stderr");
	for (i = 0; i < SETTING__MAX; i++)
		assert_string_equal(s.origin[i], "default");
}

static void
the_default_file_may_be_absent_a_named_one_not(void **state)
{
	const struct settings_flag flag[] = { { "-c", "conf", "/nowhere/x" },
		{ NULL, NULL, NULL } };
	const struct settings_flag unknown[] = { { "--colour", "colour",
	    "red" }, { NULL, NULL, NULL } };
	const struct settings_flag folder[] = { { "-c", "conf", directory },
		{ NULL, NULL, NULL } };
	char env[] = "DOCKET_CONF=/nowhere/y", *envp[] = { env, NULL };
	struct settings s;

	(void)state;
	if (access(SETTINGS_FILE, F_OK) == -1) {
		s = load(NULL, NULL);
		assert_null(s.file);
	}
	refused(flag, nothing,
	    "-c: cannot read the file \"/nowhere/x\": No such file");
	refused(unknown, nothing, "--colour: unknown key colour");
	refused(NULL, envp, "environment: DOCKET_CONF: cannot read the file "
	    "\"/nowhere/y\": No such file");
	refused(folder, nothing, "cannot read the file");
	s = load(NULL, nothing);
	assert_string_equal(s.file, "/dev/null");
}

static void
flags_go_over_environment_over_file(void **state)
{
	char days[] = "DOCKET_SESSION_DAYS=3", log[] = "DOCKET_LOG=syslog";
	char other[] = "DOCKET_SOMETHING=else", alike[] = "XDOCKET_LOG=x";
	char longer[] = "DOCKET_LOGS=x", shorter[] = "DOCKET_LO=x";
	char dashed[] = "DOCKET_SESSION-DAYS=x", bare[] = "DOCKET_LOG";
	char wrong[] = "DOCKET_CONF=/nowhere/z";
	char *envp[] = { wrong, days, log, other, alike, longer, shorter,
		dashed, bare, NULL };
	const struct settings_flag flags[] = { { "-c", "conf", file },
		{ "-d", "data", NULL }, { "-l", "log", "/flag" },
		{ NULL, NULL, NULL } };
	static const char text[] = "session-days = 2\nlog = /file\nauth = "
	    "remote-user\n\nregistration: open\r\n";
	struct settings s;

	(void)state;
	write_file(text, strlen(text));
	s = load(flags, envp);
	assert_string_equal(s.file, file);
	assert_string_equal(s.log, "/flag");
	assert_string_equal(s.origin[SETTING_LOG], "-l");
	assert_int_equal(s.session_days, 3);
	assert_string_equal(s.origin[SETTING_SESSION_DAYS], "environment");
	assert_int_equal(s.auth, AUTH_REMOTE_USER);
	assert_string_equal(s.origin[SETTING_AUTH],
	    arena_printf(arena, "%s:3", file));
	assert_int_equal(s.registration, REGISTRATION_OPEN);
	assert_string_equal(s.origin[SETTING_REGISTRATION],
	    arena_printf(arena, "%s:5", file));
	assert_string_equal(s.data, "/var/lib/docket");
	assert_string_equal(s.origin[SETTING_DATA], "default");
}

static void
every_key_is_read_from_every_place(void **state)
{
	static const struct {
		const char *key, *value;
	} row[SETTING__MAX] = {
		[SETTING_DATA] = { "data", "/d" },
		[SETTING_BASE_URL] = { "base-url", "http://h" },
		[SETTING_REGISTRATION] = { "registration", "open" },
		[SETTING_AUTH] = { "auth", "remote-user" },
		[SETTING_TRUSTED_PROXIES] = { "trusted-proxies", "::1" },
		[SETTING_COOKIE_SECURE] = { "cookie-secure", "never" },
		[SETTING_SESSION_DAYS] = { "session-days", "41" },
		[SETTING_COMPLETED_DAYS] = { "completed-days", "42" },
		[SETTING_BACKUP_DAYS] = { "backup-days", "0" },
		[SETTING_TOMBSTONE_DAYS] = { "tombstone-days", "43" },
		[SETTING_UPLOAD_MAX_BYTES] = { "upload-max-bytes", "44" },
		[SETTING_QUOTA_BYTES] = { "quota-bytes", "45" },
		[SETTING_UPLOAD_TYPES] = { "upload-types", "a/b" },
		[SETTING_SMTP_URL] = { "smtp-url", "smtp://h" },
		[SETTING_MAIL_FROM] = { "mail-from", "a@b" },
		[SETTING_VAPID_SUBJECT] = { "vapid-subject", "mailto:a@b" },
		[SETTING_PUSH_ALLOW] = { "push-allow", "h:1" },
		[SETTING_CORS_ORIGINS] = { "cors-origins", "https://h" },
		[SETTING_LOG] = { "log", "syslog" },
		[SETTING_LOG_FORMAT] = { "log-format", "json" },
		[SETTING_ACCESS_LOG] = { "access-log", "/a" },
		[SETTING_REMINDERS] = { "reminders", "off" },
		[SETTING_WAIT] = { "wait", "on" },
		[SETTING_SANDBOX] = { "sandbox", "off" },
	};
	struct settings_flag flags[] = { { "-x", NULL, NULL },
		{ NULL, NULL, NULL } };
	struct setting_shown shown;
	struct settings s[3];
	char *envp[] = { nothing[0], NULL, NULL }, *p;
	size_t i, j;

	(void)state;
	for (i = 0; i < SETTING__MAX; i++) {
		s[0] = load_text(arena_printf(arena, "%s = %s", row[i].key,
		    row[i].value));
		envp[1] = arena_printf(arena, "DOCKET_%s", row[i].key);
		for (p = envp[1] + 7; *p != '\0'; p++)
			*p = (char)(*p == '-' ? '_' : *p - 'a' + 'A');
		envp[1] = arena_printf(arena, "%s=%s", envp[1], row[i].value);
		s[1] = load(NULL, envp);
		flags[0].key = row[i].key;
		flags[0].value = row[i].value;
		s[2] = load(flags, nothing);
		for (j = 0; j < 3; j++) {
			assert_true(settings_show(arena, &s[j], i, &shown));
			assert_string_equal(shown.name, row[i].key);
			assert_string_equal(shown.value, row[i].value);
		}
		assert_string_equal(s[1].origin[i], "environment");
		assert_string_equal(s[2].origin[i], "-x");
	}
	assert_false(settings_show(arena, &s[0], SETTING__MAX, &shown));
}

static void
values_reach_their_members(void **state)
{
	struct settings s = load_text("data = /srv/docket//\n"
	    "base-url = https://[::1]:8443/tasks/\n"
	    "trusted-proxies = 127.0.0.1, 10.0.0.0/8\n"
	    "cookie-secure = always\n"
	    "session-days = 1\ncompleted-days=36500\ntombstone-days=30\n"
	    "upload-max-bytes = 512\nquota-bytes = 3k\n"
	    "smtp-url = smtps://u%40x:p%2Fw:@[::1]:465/\n"
	    "mail-from = docket@mail.example.org\n"
	    "vapid-subject = https://example.org/contact?x\n"
	    "push-allow = push.lan:8443, fd00::/8\n"
	    "log = /var/log/docket.log\n");

	(void)state;
	assert_string_equal(s.data, "/srv/docket");
	assert_string_equal(s.base_url, "https://[::1]:8443/tasks");
	assert_int_equal(s.trusted_proxies.count, 2);
	assert_int_equal(s.cookie_secure, COOKIE_SECURE_ALWAYS);
	assert_int_equal(s.session_days, 1);
	assert_int_equal(s.completed_days, 36500);
	assert_int_equal(s.tombstone_days, 30);
	assert_int_equal(s.upload_max_bytes, 512);
	assert_int_equal(s.quota_bytes, 3072);
	assert_string_equal(s.smtp_url, "smtps://u%40x:p%2Fw:@[::1]:465/");
	assert_string_equal(s.mail_from, "docket@mail.example.org");
	assert_string_equal(s.vapid_subject, "https://example.org/contact?x");
	assert_true(net_list_has_host(&s.push_allow, "push.lan", 8443));
	assert_false(net_list_has_host(&s.push_allow, "push.lan", 443));
	assert_string_equal(s.log, "/var/log/docket.log");
	s = load_text("upload-max-bytes = 2M\nquota-bytes = 1048576G\n"
	    "data = /\n");
	assert_int_equal(s.upload_max_bytes, 2 << 20);
	assert_int_equal(s.quota_bytes, INT64_C(1) << 50);
	assert_string_equal(s.data, "/");
}

static void
origins_are_exact(void **state)
{
	struct settings s = load_text("cors-origins = https://App.example.org,"
	    "\n\thttp://localhost:3000 , https://[::1]:8443\n");

	(void)state;
	assert_true(settings_origin_allowed(&s, "https://app.example.org"));
	assert_true(settings_origin_allowed(&s, "http://localhost:3000"));
	assert_true(settings_origin_allowed(&s, "https://[::1]:8443"));
	assert_false(settings_origin_allowed(&s, "http://app.example.org"));
	assert_false(settings_origin_allowed(&s, "https://app.example.or"));
	assert_false(settings_origin_allowed(&s, "https://app.example.orgy"));
	assert_false(settings_origin_allowed(&s, "http://localhost"));
	assert_false(settings_origin_allowed(&s, "null"));
	assert_false(settings_origin_allowed(&s, ""));
	s = load(NULL, nothing);
	assert_false(settings_origin_allowed(&s, ""));
	assert_false(settings_origin_allowed(&s, "https://app.example.org"));
}

static const struct {
	const char *key, *value, *says;
} wrong_values[] = {
	{ "data", "", "must be an absolute path" },
	{ "log", "stdout", "must be stderr, syslog or" },
	{ "log", "", "must be stderr, syslog or" },
	{ "base-url", "tasks.example.org", "must look like https://" },
	{ "base-url", "ftp://h", "must look like https://" },
	{ "base-url", "https://", "must look like https://" },
	{ "base-url", "https:///x", "must look like https://" },
	{ "base-url", "https://u@h", "must look like https://" },
	{ "base-url", "https://h:0", "must look like https://" },
	{ "base-url", "https://h/?q", "must look like https://" },
	{ "base-url", "https://h#f", "must look like https://" },
	{ "base-url", "https://a b", "must look like https://" },
	{ "base-url", "https://a,b", "must look like https://" },
	{ "base-url", "https://fd00::1", "must look like https://" },
	{ "base-url", "https://[fd00::/8]", "must look like https://" },
	{ "registration", "yes", "must be one of: closed open" },
	{ "registration", "Open", "must be one of: closed open" },
	{ "registration", "", "must be one of: closed open" },
	{ "auth", "ldap", "must be one of: password remote-user" },
	{ "cookie-secure", "1", "must be one of: auto always never" },
	{ "trusted-proxies", "::1, localhost", "localhost: neither" },
	{ "trusted-proxies", "10.0.0.5/8", "10.0.0.5/8: neither" },
	{ "push-allow", "h:0", "h:0: not a port" },
	{ "cors-origins", "*", "*: must look like https://" },
	{ "cors-origins", "app.example.org",
	    "app.example.org: must look like" },
	{ "cors-origins", "https://a, null", "null: must look like https://" },
	{ "cors-origins", "https://a/", "https://a/: must look like https://" },
	{ "cors-origins", "https://*.a", "https://*.a: must look like" },
	{ "cors-origins", "https://u@a", "https://u@a: must look like" },
	{ "cors-origins", "https://a:0", "https://a:0: must look like" },
	{ "cors-origins", "https://a b", "https://a b: must look like" },
	{ "cors-origins", "ftp://a", "ftp://a: must look like https://" },
	{ "cors-origins", "https://", "https://: must look like https://" },
	{ "vapid-subject", "https://a b/", "must look like mailto:" },
	{ "vapid-subject", "https://a/ b", "must look like mailto:" },
	{ "vapid-subject", "https:///", "must look like mailto:" },
	{ "vapid-subject", "mailto:a", "must look like mailto:" },
	{ "session-days", "0", "must be a number from 1 to 36500" },
	{ "session-days", "9223372036854775808", "must be a number from" },
	{ "session-days", "92233720368547758070", "must be a number from" },
	{ "session-days", "-1", "must be a number from 1 to 36500" },
	{ "session-days", "", "must be a number from 1 to 36500" },
	{ "session-days", "1.5", "must be a number from 1 to 36500" },
	{ "session-days", "0x10", "must be a number from 1 to 36500" },
	{ "session-days", "36501", "must be a number from 1 to" },
	{ "session-days", "1d", "must be a number from 1 to 36500" },
	{ "session-days", "99999999999999999999", "must be a number" },
	{ "tombstone-days", "29", "must be a number from 30 to" },
	{ "upload-max-bytes", "0", "must be a number of bytes" },
	{ "upload-max-bytes", "M", "must be a number of bytes" },
	{ "upload-max-bytes", "1T", "must be a number of bytes" },
	{ "upload-max-bytes", "1 M", "must be a number of bytes" },
	{ "upload-max-bytes", "1MB", "must be a number of bytes" },
	{ "quota-bytes", "", "must be a number of bytes" },
	{ "quota-bytes", "1048577G", "must be a number of bytes" },
	{ "quota-bytes", "9999999999G", "must be a number of bytes" },
	{ "quota-bytes", "17179869185G", "must be a number of bytes" },
	{ "upload-types", "image", "image: not a media type" },
	{ "upload-types", "*", "*: not a media type" },
	{ "upload-types", "image/", "image/: not a media type" },
	{ "upload-types", "a/b, *a/b", "*a/b: not a media type" },
	{ "upload-types", "a/*b", "a/*b: not a media type" },
	{ "upload-types", "a/b, !", ": not a media type" },
	{ "upload-types", "!!a/b", "!a/b: not a media type" },
	{ "smtp-url", "mail.example.org", "must look like smtp://" },
	{ "smtp-url", "https://h", "must look like smtp://" },
	{ "smtp-url", "smtp://", "must look like smtp://" },
	{ "smtp-url", "smtp://u:p/w@h", "must look like smtp://" },
	{ "smtp-url", "smtp://u:p@w@h", "must look like smtp://" },
	{ "smtp-url", "smtp://u:p w@h", "must look like smtp://" },
	{ "smtp-url", "smtp://h/x", "must look like smtp://" },
	{ "mail-from", "docket", "must be one e-mail address" },
	{ "mail-from", "Docket <a@b>", "must be one e-mail address" },
	{ "mail-from", "a@b, c@d", "must be one e-mail address" },
	{ "mail-from", "@b", "must be one e-mail address" },
	{ "mail-from", "a@", "must be one e-mail address" },
	{ "mail-from", "a@b@c", "must be one e-mail address" },
	{ "vapid-subject", "a@b", "must look like mailto:" },
	{ "vapid-subject", "mailto:", "must look like mailto:" },
	{ "vapid-subject", "http://h", "must look like mailto:" },
	{ "log", "/a\tb", "must be UTF-8 without control" },
	{ "log", "/a\xff", "must be UTF-8 without control" },
};

static void
wrong_values_name_file_line_and_key(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(wrong_values); i++)
		text_refused(arena_printf(arena, "# x\n\n%s = %s\nlog = ,\n",
		    wrong_values[i].key, wrong_values[i].value),
		    arena_printf(arena, "3: %s: %s", wrong_values[i].key,
		    wrong_values[i].says));
}

static void
secrets_are_never_told(void **state)
{
	static const char *const row[] = { "smtp-url = smtp://u:hunter2@h x\n",
		"smtp-url = hunter2\n", "smtp-url smtp://u:hunter2@h\n",
		"smtp-url = smtp://u:hunter2/@h\n",
		"smtp-url = a\n  hunter2\n", "smtp-url = hunter2\xff\n" };
	char *envp[] = { conf, NULL };
	struct setting_shown shown;
	struct settings s;
	const char *why;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++) {
		write_file(row[i], strlen(row[i]));
		assert_false(settings_load(arena, &s, NULL, envp, &why));
		assert_null(strstr(why, "hunter2"));
	}
	s = load_text("smtp-url = smtp://user:hun%40ter2@mail:25\n");
	assert_true(settings_show(arena, &s, SETTING_SMTP_URL, &shown));
	assert_true(shown.secret);
	assert_string_equal(shown.value, "smtp://****@mail:25");
	s = load_text("smtp-url = smtp://mail:25\n");
	assert_true(settings_show(arena, &s, SETTING_SMTP_URL, &shown));
	assert_string_equal(shown.value, "smtp://mail:25");
	assert_true(settings_show(arena, &s, SETTING_LOG, &shown));
	assert_false(shown.secret);
}

static void
wrong_lines_are_named(void **state)
{
	static const struct {
		const char *text, *begins;
	} row[] = {
		{ "log = stderr\nlogs = x\n", "2: logs: unknown key" },
		{ "conf = /x\n", "1: conf: unknown key" },
		{ "Log = stderr\n", "1: Log: unknown key" },
		{ "= x\n", "1: : unknown key" },
		{ "\n\nlog\n", "3: must have the form \"key = value\"" },
		{ "log\nlogs = x\n", "1: must have the form" },
		{ "log\n[s]\n", "1: must have the form" },
		{ "logs = x\nlog\n", "1: logs: unknown key" },
		{ "\n[server]\nlog = stderr\n", "2: sections are not" },
		{ "log = stderr\n [server]", "2: sections are not" },
		{ "\xef\xbb\xbf[server]\n", "1: sections are not" },
		{ "log = stderr\n#\nlog = syslog\n",
		    "3: log: already set in line 1" },
		{ "log = stderr\n session-days = 5\n",
		    "2: log: a line that begins with a blank" },
		{ "push-allow = a,\n  b c\n", "2: push-allow: b c: neither" },
	};
	static const char nul[] = "log = stderr\n\0\nauth = x\n";
	char *envp[] = { conf, NULL };
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++)
		text_refused(row[i].text, row[i].begins);
	text_refused(arena_printf(arena, "#\npush-allow = %04096d\n", 0),
	    "2: the line is too long");
	write_file(nul, sizeof(nul) - 1);
	refused(NULL, envp, arena_printf(arena, "%s:2: not text", file));
}

static void
wrong_environment_and_flags_are_named(void **state)
{
	char days[] = "DOCKET_SESSION_DAYS=x";
	char *envp[] = { nothing[0], days, NULL };
	const struct settings_flag flags[] = { { "-d", "data", "" },
		{ NULL, NULL, NULL } };
	const struct settings_flag good[] = { { "-s", "session-days", "5" },
		{ NULL, NULL, NULL } };

	(void)state;
	refused(NULL, envp, "environment: DOCKET_SESSION_DAYS: must be a");
	refused(flags, nothing, "-d: must be an absolute path");
	/* of two wrong places the first is named */
	write_file("logs = x\n", 9);
	envp[0] = conf;
	refused(flags, envp, arena_printf(arena, "%s:1: logs: ", file));
	envp[0] = nothing[0];
	refused(flags, envp, "environment: DOCKET_SESSION_DAYS: must be a");
	/* also where something else would override it */
	refused(good, envp, "environment: DOCKET_SESSION_DAYS: must be a");
}

static void
lists_go_on_in_indented_lines(void **state)
{
	struct settings s = load_text("push-allow = a,\n\tb:1,\n"
	    "  # about c\n\n  c\nlog = syslog ; why\n");

	(void)state;
	assert_int_equal(s.push_allow.count, 3);
	assert_true(net_list_has_host(&s.push_allow, "c", 0));
	assert_string_equal(s.text[SETTING_PUSH_ALLOW], "a, b:1, c");
	assert_string_equal(s.log, "syslog");
}

/* etc/docket.conf shows each key with its default, commented out. */
static void
the_sample_file_shows_the_defaults(void **state)
{
	struct settings preset = load(NULL, nothing), s;
	struct buf text = { 0 };
	FILE *fp = fopen("etc/docket.conf", "r");
	char line[256];
	size_t i, n = 0;

	(void)state;
	assert_non_null(fp);
	while (fgets(line, sizeof(line), fp) != NULL) {
		assert_true(line[0] == '#' || line[0] == '\n');
		/* "#key = value" and its next lines, but no "# sentence" */
		if (line[0] == '#' && (line[1] != ' ' || line[2] == ' ')) {
			buf_str(&text, line + 1);
			n += line[1] != ' ';
		}
	}
	fclose(fp);
	buf_add(&text, "", 1);
	assert_int_equal(n, SETTING__MAX);
	s = load_text(text.data);
	for (i = 0; i < SETTING__MAX; i++) {
		assert_string_not_equal(s.origin[i], "default");
		if (i != SETTING_UPLOAD_TYPES)
			assert_string_equal(s.text[i], preset.text[i]);
	}
	/* of the list the lines are broken at other places */
	text.len = 0;
	for (i = 0; s.upload_types[i] != '\0'; i++)
		if (s.upload_types[i] != ' ')
			buf_add(&text, s.upload_types + i, 1);
	for (i = n = 0; preset.upload_types[i] != '\0'; i++)
		if (preset.upload_types[i] != ' ')
			assert_int_equal(text.data[n++],
			    preset.upload_types[i]);
	assert_int_equal(n, text.len);
	buf_free(&text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_are_as_documented),
		cmocka_unit_test(
		    the_default_file_may_be_absent_a_named_one_not),
		cmocka_unit_test(flags_go_over_environment_over_file),
		cmocka_unit_test(every_key_is_read_from_every_place),
		cmocka_unit_test(values_reach_their_members),
		cmocka_unit_test(origins_are_exact),
		cmocka_unit_test(wrong_values_name_file_line_and_key),
		cmocka_unit_test(secrets_are_never_told),
		cmocka_unit_test(wrong_lines_are_named),
		cmocka_unit_test(wrong_environment_and_flags_are_named),
		cmocka_unit_test(lists_go_on_in_indented_lines),
		cmocka_unit_test(the_sample_file_shows_the_defaults),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, setup, teardown);
}
