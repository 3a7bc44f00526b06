/*
 * The message of a mail.  t/bin/mail.t tests it with a real parser.
 */
#include <string.h>

#include "base/base.h"
#include "base/settings/settings.h"
#include "base/text.h"
#include "core/notify/mail.h"
#include "mail/message.h"
#include "mail/words.h"
#include "mail_words.h"
#include "t/unit/lib/unit.h"

#define X10		"xxxxxxxxxx"
#define X70		X10 X10 X10 X10 X10 X10 X10

/* The whole with this subject and text. */
static const char *
formatted(const char *subject, const char *text)
{
	const struct message m = { .from = "docket@example.org",
		.to = "ada@example.org", .subject = subject, .text = text,
		.id = "id", .date = INT64_C(1795225031000000) };

	return message_format(arena, &m);
}

static void
the_headers_are_these(void **state)
{
	(void)state;
	assert_string_equal(formatted("Hello", "Hello.\n"),
	    "Date: Sat, 21 Nov 2026 01:37:11 +0000\r\n"
	    "From: Docket <docket@example.org>\r\n"
	    "To: ada@example.org\r\n"
	    "Subject: Hello\r\n"
	    "Message-ID: <id@example.org>\r\n"
	    "Auto-Submitted: auto-generated\r\n"
	    "MIME-Version: 1.0\r\n"
	    "Content-Type: text/plain; charset=utf-8\r\n"
	    "Content-Transfer-Encoding: quoted-printable\r\n"
	    "\r\n"
	    "Hello.\r\n");
}

#define A52	"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

static void
a_subject_that_is_not_plain_is_encoded(void **state)
{
	static const struct { const char *subject, *header; } row[] = {
		{ "", "Subject: \r\n" },
		{ "50% off = fine", "Subject: 50% off = fine\r\n" },
		{ "Gr\xc3\xbc\xc3\x9f" "e",
		    "Subject: =?UTF-8?B?R3LDvMOfZQ==?=\r\n" },
		{ "=?x", "Subject: =?UTF-8?B?PT94?=\r\n" },
		{ "a\r\nBcc: b", "Subject: =?UTF-8?B?YQ0KQmNjOiBi?=\r\n" },
		{ "a\tb", "Subject: =?UTF-8?B?YQli?=\r\n" },
		{ "a\x7f", "Subject: =?UTF-8?B?YX8=?=\r\n" },
		/* 61 bytes, and 60. */
		{ A52 "aaaaaaaaa", "Subject: =?UTF-8?B?"
		  "YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFh?="
		  "\r\n =?UTF-8?B?YWFhYWFhYWFhYWFhYWFhYWFhYWFhYQ==?=\r\n" },
		{ A52 "aaaaaaaa", "Subject: " A52 "aaaaaaaa\r\n" },
		/* 13 of three bytes each, and the next begins a word. */
		{ "\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac"
		  "\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac"
		  "\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac"
		  "\xe2\x82\xac\xe2\x82\xac", "Subject: =?UTF-8?B?"
		  "4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs4oKs"
		  "?=\r\n =?UTF-8?B?4oKs?=\r\n" },
		/* Whole characters in each word. */
		{ "x\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac"
		  "\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac"
		  "\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac"
		  "\xe2\x82\xac", "Subject: =?UTF-8?B?"
		  "eOKCrOKCrOKCrOKCrOKCrOKCrOKCrOKCrOKCrOKCrOKCrOKCrA=="
		  "?=\r\n =?UTF-8?B?4oKs?=\r\n" },
	};
	const char *found;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++) {
		found = strstr(formatted(row[i].subject, ""), "Subject:");
		if (strncmp(found, row[i].header, strlen(row[i].header)) ||
		    strncmp(found + strlen(row[i].header), "Message-ID", 10))
			fail_msg("%zu: %s", i, found);
	}
}

static void
a_text_is_quoted_printable(void **state)
{
	static const struct { const char *text, *body; } row[] = {
		{ "", "" },
		{ "a = b\n", "a =3D b\r\n" },
		{ "\xc3\xa4\n", "=C3=A4\r\n" },
		{ "a\rb\tc\x7f\n", "a=0Db=09c=7F\r\n" },
		{ "end \nend ", "end=20\r\nend=20" },
		{ ".\n..\na.\n", "=2E\r\n=2E.\r\na.\r\n" },
		{ X70 "12345\n", X70 "12345\r\n" },
		{ X70 "123456\n", X70 "12345=\r\n6\r\n" },
		{ X70 "12=\n", X70 "12=3D\r\n" },
		{ X70 "123=\n", X70 "123=\r\n=3D\r\n" },
		{ X70 "12345.\n", X70 "12345=\r\n=2E\r\n" },
	};
	const char *body;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++) {
		body = strstr(formatted("x", row[i].text), "\r\n\r\n") + 4;
		assert_string_equal(body, row[i].body);
	}
}

static void
one_address_cannot_become_two(void **state)
{
	static const char *const good[] = { "a@b", "a.b+c'd@x-y.example",
		"\xc3\xbc@m\xc3\xbcller.example" };
	static const char *const bad[] = { "", "a", "@b", "a@", "a@b@c",
		"a b@c", "a@b\r\nBcc: c@d", "a@b\n", "a@b>", "<a@b", "a,b@c",
		"a;b@c", "a:b@c", "\"a\"@b", "a@b(c", "a@[127.0.0.1]",
		"a\\@b", "a\x01@b", "a@b\x7f", "a@b\xc2\x85", "a@b\xff",
		"a@b\xe2\x80\xa8" };
	struct message m = { .from = "a@b", .to = "a@b", .subject = "",
		.text = "", .id = "id" };
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(good); i++) {
		m.from = m.to = good[i];
		assert_true(message_address(good[i]));
		assert_non_null(message_format(arena, &m));
		assert_int_equal(message_needs_utf8(&m),
		    (unsigned char)good[i][0] > 127);
	}
	for (i = 0; i < COUNT(bad); i++) {
		if (message_address(bad[i]))
			fail_msg("%zu: %s", i, bad[i]);
		m.from = "a@b";
		m.to = bad[i];
		assert_null(message_format(arena, &m));
		m.from = bad[i];
		m.to = "a@b";
		assert_null(message_format(arena, &m));
	}
}

static const struct settings settings = {
	.base_url = "https://x.example/{code}", .mail_from = "docket@x.example"
};

/* Without a base-url there is no page: the code, and the request that takes
 * it. */
static void
has_its_code_and_link(const char *language)
{
	static const struct settings bare = { .base_url = "",
		.mail_from = "docket@x.example" };
	struct mail mail = { .id = 1, .user = "u", .email = "ada@x.example",
		.language = language, .created_at = 1, .code = "c0de" };
	struct message m;
	bool coded;
	int kind;

	for (kind = 0; kind < MAIL__MAX; kind++) {
		mail.kind = (enum mail_kind)kind;
		coded = kind <= MAIL_EMAIL || kind == MAIL_INVITATION;
		message_of_mail(arena, &settings, &mail, &m);
		assert_string_equal(m.from, "docket@x.example");
		assert_string_equal(m.to, "ada@x.example");
		assert_int_equal(strncmp(m.subject, "Docket", 6), 0);
		assert_non_null(strstr(m.text, language == NULL ?
		    " at\nhttps://x.example/{code}\n\n" :
		    ":\nhttps://x.example/{code}\n\n"));
		assert_int_equal(strstr(m.text, "\n    c0de\n") != NULL, coded);
		assert_int_equal(strstr(m.text,
		    "\n    https://x.example/{code}/#/") != NULL, coded);
		assert_null(strstr(m.text, "/api/v1/"));
		message_of_mail(arena, &bare, &mail, &m);
		assert_int_equal(strstr(m.text, "\n    c0de\n") != NULL, coded);
		assert_int_equal(strstr(m.text, " /api/v1/") != NULL, coded);
		assert_null(strstr(m.text, "/#/"));
	}
}

static void
each_kind_has_its_code_and_link(void **state)
{
	size_t i;

	(void)state;
	has_its_code_and_link(NULL);
	for (i = 0; i < COUNT(languages); i++)
		has_its_code_and_link(languages[i].name);
}

/* What is a place for something else is filled, lines are short, and no
 * language has the texts of another. */
static void
each_kind_is_in_each_language(void **state)
{
	static const char *const marks[] = { "{base}", "{what}", "{when}",
		"{sender}", "{list}", "{day}",
		"{page}", "{not-you}", "NULL", "(null)" };
	const struct settings plain = { .base_url = "https://x.example",
		.mail_from = "docket@x.example" };
	struct mail mail = { .id = 1, .user = "u", .email = "ada@x.example",
		.created_at = 1, .code = "c0de" };
	struct message m, english;
	size_t i, k;
	int kind;

	(void)state;
	for (i = 0; i < COUNT(languages); i++)
		for (kind = 0; kind < MAIL__MAX; kind++) {
			mail.kind = (enum mail_kind)kind;
			mail.language = NULL;
			message_of_mail(arena, &plain, &mail, &english);
			mail.language = languages[i].name;
			message_of_mail(arena, &plain, &mail, &m);
			assert_non_null(mail_words(&languages[i],
			    mail_kind_name(mail.kind)));
			assert_string_not_equal(m.subject, english.subject);
			assert_string_not_equal(m.text, english.text);
			assert_true(text_valid(m.text, strlen(m.text)));
			for (k = 0; k < COUNT(marks); k++)
				assert_null(strstr(m.text, marks[k]));
			assert_string_equal(m.id, english.id);
		}
}

static void
an_unknown_language_is_english(void **state)
{
	static const char *const row[] = { "", "en", "xx", "DE", "d", "deu" };
	size_t i;

	(void)state;
	assert_null(mail_language(NULL));
	for (i = 0; i < COUNT(row); i++)
		assert_null(mail_language(row[i]));
}

static void
each_mail_has_its_own_id(void **state)
{
	static const struct mail row[] = {
		{ .id = 1, .user = "u", .email = "a@b", .created_at = 1,
		    .code = "c" },
		{ .id = 2, .user = "u", .email = "a@b", .created_at = 1,
		    .code = "c" },
		{ .id = 1, .user = "v", .email = "a@b", .created_at = 1,
		    .code = "c" },
		{ .id = 1, .user = "u", .email = "a@b", .created_at = 2,
		    .code = "c" },
		{ .id = 1, .user = "u", .email = "a@b", .created_at = 1,
		    .kind = MAIL_RESET, .code = "c" },
	};
	struct message one, other;
	size_t i, k;

	(void)state;
	for (i = 0; i < COUNT(row); i++) {
		message_of_mail(arena, &settings, &row[i], &one);
		assert_int_equal(strlen(one.id), 32);
		for (k = 0; k < COUNT(row); k++) {
			message_of_mail(arena, &settings, &row[k], &other);
			assert_int_equal(strcmp(one.id, other.id) == 0,
			    i == k);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_headers_are_these),
		cmocka_unit_test(a_subject_that_is_not_plain_is_encoded),
		cmocka_unit_test(a_text_is_quoted_printable),
		cmocka_unit_test(one_address_cannot_become_two),
		cmocka_unit_test(each_kind_has_its_code_and_link),
		cmocka_unit_test(each_kind_is_in_each_language),
		cmocka_unit_test(an_unknown_language_is_english),
		cmocka_unit_test(each_mail_has_its_own_id),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
