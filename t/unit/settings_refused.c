/*
 * Wrong settings are refused: the message names the place and the key, says
 * what would be right, and contains no secret.
 */
#include <string.h>

#include "base/base.h"
#include "t/unit/lib/settings.h"

static const struct {
	const char *key, *value, *says;
} wrong_values[] = {
	{ "data", "", "must be an absolute path" },
	{ "log", "stdout", "must be stderr, syslog or" },
	{ "log", "", "must be stderr, syslog or" },
	{ "s3-url", "h/b", "must look like https://KEY" },
	{ "s3-url", "https://h/b", "must look like https://KEY" },
	{ "s3-url", "https://k@h/b", "must look like https://KEY" },
	{ "s3-url", "https://k:s@h", "must look like https://KEY" },
	{ "s3-url", "https://k:s@h/", "must look like https://KEY" },
	{ "s3-url", "https://k:s@h/?region=r", "must look like https://KEY" },
	{ "s3-url", "https://k:s@/b", "must look like https://KEY" },
	{ "s3-url", "https://k:s/x@h/b", "must look like https://KEY" },
	{ "s3-url", "https://k:s@h/b?x=1", "must look like https://KEY" },
	{ "s3-url", "https://k:s@h/b@c", "must look like https://KEY" },
	{ "s3-url", "https://k:s@h/b c", "must look like https://KEY" },
	{ "database", "mysql://h/d", "must look like postgresql://" },
	{ "database", "h/d", "must look like postgresql://" },
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
	{ "registration", "yes", "must be one of: closed invited open" },
	{ "registration", "Open", "must be one of: closed invited open" },
	{ "registration", "", "must be one of: closed invited open" },
	{ "sign-out-url", "javascript:alert(1)", "must look like https://" },
	{ "sign-out-url", "/out", "must look like https://" },
	{ "sign-out-url", "https://?a", "must look like https://" },
	{ "sign-out-url", "https://h/a b", "must look like https://" },
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
	{ "oidc-issuer", "http://login.example.org", "must look like https://" },
	{ "oidc-issuer", "http://127.0.0.1.example.org", "must look like" },
	{ "oidc-issuer", "http://localhost@example.org", "must look like" },
	{ "oidc-issuer", "https://u@login.example.org", "must look like" },
	{ "oidc-issuer", "https://login.example.org/?a", "must look like" },
	{ "oidc-issuer", "https://login.example.org/#a", "must look like" },
	{ "oidc-issuer", "login.example.org", "must look like https://" },
	{ "oidc-name", "", "must have 1 to 60 characters" },
	{ "oidc-create", "maybe", "must be one of: no yes" },
	{ "oidc-scopes", "email profile", "must be scopes between blanks" },
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
messages_contain_no_secret(void **state)
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wrong_values_name_file_line_and_key),
		cmocka_unit_test(messages_contain_no_secret),
		cmocka_unit_test(wrong_lines_are_named),
		cmocka_unit_test(wrong_environment_and_flags_are_named),
	};

	return cmocka_run_group_tests(tests, settings_open, settings_close);
}
