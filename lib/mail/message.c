#include "mail/message.h"

#include <sodium.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/settings/settings.h"
#include "base/text.h"
#include "core/ctx.h"
#include "core/notify/mail.h"

#define LINE_BYTES	76	/* RFC 2045 section 6.7, with its "=" */
#define SUBJECT_BYTES	60	/* that stand as they are */
#define WORD_BYTES	39	/* in an encoded word: its line below 76 */

/*
 * What they say.  {base} is the base-url, {code} the secret.  There is no page
 * to link to: a client has a field for the code, or the request is made by
 * hand.
 */
static const struct {
	const char	*subject;
	const char	*text;
} texts[MAIL__MAX] = {
	[MAIL_VERIFY] = { "Docket: confirm your address",
	    "An account with this address was made for the task lists{base}\n"
	    "\n"
	    "To confirm that the address is yours, give your client this code\n"
	    "within two days:\n"
	    "\n"
	    "    {code}\n"
	    "\n"
	    "Without such a client, send this request with the body\n"
	    "{\"token\": \"the code\"}:\n"
	    "\n"
	    "    POST {api}/email-verifications\n"
	    "\n"
	    "If you know nothing of it, there is nothing to do.\n" },
	[MAIL_RESET] = { "Docket: set a new password",
	    "A new password was asked for, for your account of the task\n"
	    "lists{base}\n"
	    "\n"
	    "To set one, give your client this code within an hour:\n"
	    "\n"
	    "    {code}\n"
	    "\n"
	    "Without such a client, send this request with the body\n"
	    "{\"password\": \"the new one\"}:\n"
	    "\n"
	    "    PUT {api}/password-resets/{code}\n"
	    "\n"
	    "The code works once, and ends every session.  If it was not you\n"
	    "who asked, there is nothing to do: the password stays as it is.\n"
	},
	[MAIL_PASSWORD_CHANGED] = { "Docket: your password was changed",
	    "The password was changed of your account of the task lists{base}\n"
	    "\n"
	    "If that was not you, ask for a new one at once, and tell the\n"
	    "administrator.  Your client does that, or this request with the\n"
	    "body {\"email\": \"your address\"}:\n"
	    "\n"
	    "    POST {api}/password-resets\n" },
};

static const char test_subject[] = "Docket: a test";
static const char test_text[] =
    "This is the mail of docket-admin mail-test, from the task lists{base}\n";

/* The text with what stands for each {...} put in. */
static const char *
fill(struct arena *a, const char *text, const struct settings *settings,
    const char *code)
{
	const char *base = settings->base_url;
	const struct { const char *name, *value; } marks[] = {
		{ "{base}", base[0] == '\0' ? "." :
		    arena_printf(a, " at\n%s", base) },
		{ "{api}", arena_printf(a, "%s/api/v1", base) },
		{ "{code}", code },
	};
	const char *done = "", *p = text;
	size_t i, n;

	while ((p = strchr(p, '{')) != NULL) {
		n = strcspn(p, "}") + 1;
		for (i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
			if (strncmp(p, marks[i].name, n) == 0)
				break;
		if (i == sizeof(marks) / sizeof(marks[0])) {
			p++;
			continue;
		}
		done = arena_printf(a, "%s%.*s%s", done, (int)(p - text),
		    text, marks[i].value);
		text = p += n;
	}
	return arena_printf(a, "%s%s", done, text);
}

/* Enough of a hash of it to be no other's. */
static const char *
hashed(struct arena *a, const char *name)
{
	unsigned char hash[24];
	char text[33];

	crypto_generichash(hash, sizeof(hash), (const unsigned char *)name,
	    strlen(name), NULL, 0);
	sodium_bin2base64(text, sizeof(text), hash, sizeof(hash),
	    sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	return arena_str(a, text);
}

void
message_of_mail(struct arena *a, const struct settings *settings,
    const struct mail *m, struct message *out)
{
	*out = (struct message){
	    .from = settings->mail_from,
	    .to = m->email,
	    .subject = texts[m->kind].subject,
	    .text = fill(a, texts[m->kind].text, settings,
		m->secret == NULL ? "" : m->secret),
	    .id = hashed(a, arena_printf(a, "%lld %s %s %lld",
		(long long)m->id, mail_kind_name(m->kind), m->user,
		(long long)m->created_at)),
	    .date = m->created_at };
}

void
message_of_test(struct arena *a, const struct settings *settings,
    const char *to, int64_t now, struct message *out)
{
	*out = (struct message){
	    .from = settings->mail_from,
	    .to = to,
	    .subject = test_subject,
	    .text = fill(a, test_text, settings, ""),
	    .id = hashed(a, id_new(a)),
	    .date = now };
}

bool
message_address(const char *s)
{
	const char *at = strchr(s, '@');

	return at != NULL && at != s && at[1] != '\0' &&
	    strchr(at + 1, '@') == NULL && text_valid(s, strlen(s)) &&
	    !text_has_control(s) && strpbrk(s, " \"(),:;<>[\\]") == NULL;
}

/* Printable ASCII alone? */
static bool
is_plain(const char *s)
{
	for (; *s != '\0'; s++)
		if (*s < ' ' || *s > '~')
			return false;
	return true;
}

bool
message_needs_utf8(const struct message *m)
{
	return !is_plain(m->from) || !is_plain(m->to);
}

static void
put_subject(struct buf *b, const char *s)
{
	char word[sodium_base64_ENCODED_LEN(WORD_BYTES,
	    sodium_base64_VARIANT_ORIGINAL)];
	const char *fold = "";
	size_t n;

	if (strlen(s) <= SUBJECT_BYTES && is_plain(s) &&
	    strstr(s, "=?") == NULL) {
		buf_printf(b, "Subject: %s\r\n", s);
		return;
	}
	buf_str(b, "Subject:");
	for (; *s != '\0'; s += n) {
		n = text_cut(s, WORD_BYTES);
		sodium_bin2base64(word, sizeof(word), (const unsigned char *)s,
		    n, sodium_base64_VARIANT_ORIGINAL);
		buf_printf(b, "%s =?UTF-8?B?%s?=", fold, word);
		fold = "\r\n";
	}
	buf_str(b, "\r\n");
}

/*
 * RFC 2045 section 6.7.  A "." that would begin a line is written in hex too:
 * then no line of a text means anything in SMTP.
 */
static void
put_text(struct buf *b, const char *s)
{
	size_t col = 0;
	bool plain;

	for (; *s != '\0'; s++) {
		if (*s == '\n') {
			buf_str(b, "\r\n");
			col = 0;
			continue;
		}
		plain = *s == ' ' ? s[1] != '\n' && s[1] != '\0' :
		    *s > ' ' && *s <= '~' && *s != '=';
		if (col + (plain ? 1 : 3) >= LINE_BYTES) {
			buf_str(b, "=\r\n");
			col = 0;
		}
		if (*s == '.' && col == 0)
			plain = false;
		buf_printf(b, plain ? "%c" : "=%02X", (unsigned char)*s);
		col += plain ? 1 : 3;
	}
}

const char *
message_format(struct arena *a, const struct message *m)
{
	time_t t = (time_t)(m->date / 1000000);
	struct buf b = { .data = NULL };
	char date[40], *text;
	struct tm tm;

	if (!message_address(m->from) || !message_address(m->to))
		return NULL;
	gmtime_r(&t, &tm);
	strftime(date, sizeof(date), "%a, %d %b %Y %H:%M:%S +0000", &tm);
	buf_printf(&b, "Date: %s\r\nFrom: Docket <%s>\r\nTo: %s\r\n", date,
	    m->from, m->to);
	put_subject(&b, m->subject);
	buf_printf(&b, "Message-ID: <%s%s>\r\n"
	    "Auto-Submitted: auto-generated\r\n"
	    "MIME-Version: 1.0\r\n"
	    "Content-Type: text/plain; charset=utf-8\r\n"
	    "Content-Transfer-Encoding: quoted-printable\r\n\r\n", m->id,
	    strchr(m->from, '@'));
	put_text(&b, m->text);
	text = arena_dup(a, b.data, b.len);
	buf_free(&b);
	return text;
}
