/*
 * Settings: their defaults, where each value comes from, and what it becomes.
 * t/unit/settings_refused.c has what is refused, settings_paths.c paths.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/net.h"
#include "db/engine.h"
#include "t/unit/lib/settings.h"

static void
defaults_are_as_documented(void **state)
{
	struct settings s = load(NULL, nothing);
	size_t i;

	(void)state;
	assert_string_equal(s.data, "/var/lib/docket");
	assert_string_equal(s.base_url, "");
	assert_string_equal(s.key_file, "");
	assert_int_equal(s.registration, REGISTRATION_CLOSED);
	assert_int_equal(s.auth, AUTH_PASSWORD);
	assert_int_equal(s.trusted_proxies.count, 0);
	assert_int_equal(s.cookie_secure, COOKIE_SECURE_AUTO);
	assert_int_equal(s.session_days, 90);
	assert_int_equal(s.completed_days, 30);
	assert_int_equal(s.backup_days, 2);
	assert_int_equal(s.tombstone_days, 180);
	assert_int_equal(s.upload_max_bytes, 25 * 1024 * 1024);
	assert_int_equal(s.import_max_bytes, 25 * 1024 * 1024);
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
only_the_default_file_can_be_missing(void **state)
{
	const struct settings_flag flag[] = { { "-c", "conf", "/nowhere/x" },
		{ NULL, NULL, NULL } };
	const struct settings_flag unknown[] = { { "--colour", "colour",
	    "red" }, { NULL, NULL, NULL } };
	const struct settings_flag is_directory[] = {
		{ "-c", "conf", directory }, { NULL, NULL, NULL } };
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
	refused(is_directory, nothing, "cannot read the file");
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
	/* Without a value here, the default is set explicitly. */
	static const char *const values[SETTING__MAX] = {
		[SETTING_DATA] = "/d",
		[SETTING_DATABASE] = "postgresql:///d",
		[SETTING_FILES] = "database",
		[SETTING_S3_URL] = "https://k:s@h/b",
		[SETTING_BASE_URL] = "http://h",
		[SETTING_REGISTRATION] = "open",
		[SETTING_AUTH] = "remote-user",
		[SETTING_PASSWORD_SIGN_IN] = "on",
		[SETTING_SECOND_FACTOR] = "required",
		[SETTING_SIGN_OUT_URL] = "https://h/out?to=a#b",
		[SETTING_OIDC_ISSUER] = "https://h/a/",
		[SETTING_OIDC_CLIENT_ID] = "c",
		[SETTING_OIDC_CLIENT_SECRET_FILE] = "/s",
		[SETTING_OIDC_NAME] = "Login",
		[SETTING_OIDC_CREATE] = "yes",
		[SETTING_OIDC_SCOPES] = "email openid",
		[SETTING_TRUSTED_PROXIES] = "::1",
		[SETTING_COOKIE_SECURE] = "never",
		[SETTING_SESSION_DAYS] = "41",
		[SETTING_COMPLETED_DAYS] = "42",
		[SETTING_BACKUP_DAYS] = "0",
		[SETTING_TOMBSTONE_DAYS] = "43",
		[SETTING_UPLOAD_MAX_BYTES] = "44",
		[SETTING_QUOTA_BYTES] = "45",
		[SETTING_UPLOAD_TYPES] = "a/b",
		[SETTING_SMTP_URL] = "smtp://h",
		[SETTING_MAIL_FROM] = "a@b",
		[SETTING_VAPID_SUBJECT] = "mailto:a@b",
		[SETTING_PUSH_ALLOW] = "h:1",
		[SETTING_CORS_ORIGINS] = "https://h",
		[SETTING_LOG] = "syslog",
		[SETTING_LOG_FORMAT] = "json",
		[SETTING_ACCESS_LOG] = "/a",
		[SETTING_REMINDERS] = "off",
		[SETTING_WAIT] = "on",
		[SETTING_DAV] = "off",
		[SETTING_SANDBOX] = "off",
	};
	struct settings_flag flags[] = { { "-x", NULL, NULL },
		{ NULL, NULL, NULL } };
	struct setting_shown known, shown;
	struct settings s[3], defaults = load(NULL, nothing);
	const char *value;
	char *envp[] = { nothing[0], NULL, NULL }, *p;
	size_t i, j;

	(void)state;
	for (i = 0; i < SETTING__MAX; i++) {
		assert_true(settings_show(arena, &defaults, i, &known));
		value = values[i] != NULL ? values[i] : known.value;
		s[0] = load_text(arena_printf(arena, "%s = %s", known.name,
		    value));
		envp[1] = arena_printf(arena, "DOCKET_%s", known.name);
		for (p = envp[1] + 7; *p != '\0'; p++)
			*p = (char)(*p == '-' ? '_' : toupper(*p));
		envp[1] = arena_printf(arena, "%s=%s", envp[1], value);
		s[1] = load(NULL, envp);
		flags[0].key = known.name;
		flags[0].value = value;
		s[2] = load(flags, nothing);
		for (j = 0; j < 3; j++) {
			assert_true(settings_show(arena, &s[j], i, &shown));
			assert_string_equal(shown.name, known.name);
			assert_string_equal(shown.value, i == SETTING_S3_URL ?
			    "https://****@h/b" : value);
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
	    "import-max-bytes = 4k\n"
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
	assert_int_equal(s.import_max_bytes, 4096);
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
what_may_be_empty_can_be_set_so(void **state)
{
	struct settings s = load_text("  database =\n\n# one\n ; two\n"
	    "access-log =\nsession-days = 4\n");

	(void)state;
	assert_string_equal(s.database, "");
	assert_string_equal(s.access_log, "");
	assert_int_equal(s.session_days, 4);
	text_refused("session-days = 4\t# days\n", "1: session-days: ");
}

static void
both_names_of_postgresql_are_known(void **state)
{
	struct settings s = load_text("database = postgresql://h/d\n");

	(void)state;
	assert_int_equal(settings_files(&s), FILES_DATABASE);
	assert_true(engine_is_remote(s.database));
	s = load_text("database = postgres://h/d\n");
	assert_int_equal(settings_files(&s), FILES_DATABASE);
	assert_true(engine_is_remote(s.database));
	assert_false(engine_is_remote("/srv/postgres"));
}

static void
secrets_are_forgotten(void **state)
{
	char of[] = "DOCKET_DATABASE=postgresql://h/d?password=hunter2";
	char *envp[] = { of, NULL };
	struct settings s = load_text("database = "
	    "postgresql://u:hunter2@h/d?password=hunter2&sslmode=require\n");

	(void)state;
	settings_forget(&s, envp);
	assert_string_equal(s.text[SETTING_DATABASE],
	    "postgresql://*********@h/d?password=*******&sslmode=require");
	assert_string_equal(of,
	    "DOCKET_DATABASE=postgresql://h/d?password=*******");
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
	assert_false(settings_origin_allowed(&s, "https://app.example.com"));
	assert_false(settings_origin_allowed(&s, "https://app.example.or"));
	assert_false(settings_origin_allowed(&s, "https://app.example.orgy"));
	assert_false(settings_origin_allowed(&s, "http://localhost"));
	assert_false(settings_origin_allowed(&s, "null"));
	assert_false(settings_origin_allowed(&s, ""));
	s = load(NULL, nothing);
	assert_false(settings_origin_allowed(&s, ""));
	assert_false(settings_origin_allowed(&s, "https://app.example.org"));
}

static void
lists_continue_on_indented_lines(void **state)
{
	struct settings s = load_text("push-allow = a,\n\tb:1,\n"
	    "  # about c\n\n  c\nlog = syslog ; why\n");

	(void)state;
	assert_int_equal(s.push_allow.count, 3);
	assert_true(net_list_has_host(&s.push_allow, "c", 0));
	assert_string_equal(s.text[SETTING_PUSH_ALLOW], "a, b:1, c");
	assert_string_equal(s.log, "syslog");
}

static void
comments_follow_a_blank(void **state)
{
	struct settings s = load_text("  ; an indented one\n;another\n"
	    "  log = syslog\t; why\nsmtp-url = smtp://a;b@c ;\n"
	    "mail-from = x@example.org\n");

	(void)state;
	assert_string_equal(s.log, "syslog");
	assert_string_equal(s.smtp_url, "smtp://a;b@c");
}

/* The text without its spaces. */
static const char *
unspaced(const char *text)
{
	char *copy = arena_str(arena, text), *to = copy;

	for (; *text != '\0'; text++)
		if (*text != ' ')
			*to++ = *text;
	*to = '\0';
	return copy;
}

/* etc/docket.conf shows each key with its default, commented out. */
static void
the_sample_file_shows_the_defaults(void **state)
{
	struct settings preset = load(NULL, nothing), s;
	struct setting_shown shown;
	struct buf text = { 0 };
	FILE *fp = fopen("etc/docket.conf", "r");
	char line[256];
	size_t i, n = 0;

	(void)state;
	assert_non_null(fp);
	while (fgets(line, sizeof(line), fp) != NULL) {
		assert_true(line[0] == '#' || line[0] == '\n');
		/* "#key = value" and its continuations, not "# sentence" */
		if (line[0] == '#' && (line[1] != ' ' || line[2] == ' ')) {
			buf_str(&text, line + 1);
			n += line[1] != ' ';
		}
	}
	fclose(fp);
	buf_add(&text, "", 1);
	s = load_text(text.data);
	buf_free(&text);
	for (i = 0; i < SETTING__MAX; i++) {
		assert_true(settings_show(arena, &s, i, &shown));
		if (strcmp(s.origin[i], "default") == 0)
			fail_msg("%s is not in etc/docket.conf", shown.name);
		/* Its lines break lists at other places. */
		if (strcmp(unspaced(s.text[i]), unspaced(preset.text[i])) != 0)
			fail_msg("etc/docket.conf shows %s = %s; the default "
			    "is %s", shown.name, s.text[i], preset.text[i]);
	}
	assert_int_equal(n, SETTING__MAX);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_are_as_documented),
		cmocka_unit_test(only_the_default_file_can_be_missing),
		cmocka_unit_test(flags_go_over_environment_over_file),
		cmocka_unit_test(every_key_is_read_from_every_place),
		cmocka_unit_test(values_reach_their_members),
		cmocka_unit_test(what_may_be_empty_can_be_set_so),
		cmocka_unit_test(both_names_of_postgresql_are_known),
		cmocka_unit_test(secrets_are_forgotten),
		cmocka_unit_test(origins_are_exact),
		cmocka_unit_test(lists_continue_on_indented_lines),
		cmocka_unit_test(comments_follow_a_blank),
		cmocka_unit_test(the_sample_file_shows_the_defaults),
	};

	return cmocka_run_group_tests(tests, settings_open, settings_close);
}
