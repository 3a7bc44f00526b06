#include "mail/message.h"

#include <sodium.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/hash.h"
#include "base/settings/settings.h"
#include "base/text.h"
#include "core/ctx.h"
#include "core/notify/mail.h"
#include "mail/words.h"

#define LINE_BYTES	76	/* RFC 2045 section 6.7, with its "=" */
#define SUBJECT_BYTES	60	/* that need no encoding */
#define QUOTED_MAX	100	/* characters of a name or a title */
#define WORD_BYTES	39	/* in an encoded word: its line below 76 */

#define IF_NOT_YOU	"\nIf this was not you, set a new password at once and " \
	"tell the\nadministrator.\n"

/*
 * The texts in English; mail/words.h has those in other languages.  {base} is
 * the base-url, {sender} the user whose mail it is, {list} the list, {day} the
 * time when the code ends.  A mail with a code has a link to the web app's
 * page, and the code for other clients.  Without a base-url it has the code and
 * the request to send.
 */
static const struct text {
	const char	*subject;
	const char	*before;
	const char	*what;		/* "To ...": what the code is for */
	const char	*when;
	const char	*page;		/* the web app's; NULL: no code */
	const char	*body;		/* of the request */
	const char	*request;
	const char	*after;
} texts[MAIL__MAX] = {
	[MAIL_VERIFY] = { .subject = "Docket: confirm your address",
	    .before = "Somebody created a Docket account with this "
	    "address{base}\n",
	    .what = "confirm your address",
	    .when = "within two days",
	    .page = "verify",
	    .body = "{\"token\": \"the code\"}",
	    .request = "POST /api/v1/email-verifications",
	    .after = "If this was not you, ignore this mail.\n" },
	[MAIL_RESET] = { .subject = "Docket: set a new password",
	    .before = "Somebody requested a new password for your Docket "
	    "account{base}\n",
	    .what = "set a new password",
	    .when = "within an hour",
	    .page = "reset",
	    .body = "{\"password\": \"the new one\"}",
	    .request = "PUT /api/v1/password-resets/{code}",
	    .after = "The code works once, and ends every session and access "
	    "token.\nIf this was not you, ignore this mail: the password stays "
	    "unchanged.\n" },
	[MAIL_INVITE] = { .subject = "Docket: you have an account",
	    .before = "The administrator created a Docket account for "
	    "you{base}\n",
	    .what = "choose your password",
	    .when = "within a week",
	    .page = "reset",
	    .body = "{\"password\": \"your password\"}",
	    .request = "PUT /api/v1/password-resets/{code}",
	    .after = "The code works once.  Then sign in with this address and "
	    "that password.\n" },
	[MAIL_EMAIL] = { .subject = "Docket: confirm your new address",
	    .before = "Somebody wants to use this address for their Docket "
	    "account{base}\n",
	    .what = "confirm your address",
	    .when = "within a day",
	    .page = "verify",
	    .body = "{\"token\": \"the code\"}",
	    .request = "POST /api/v1/email-verifications",
	    .after = "If this was not you, ignore this mail.\n" },
	[MAIL_EMAIL_ASKED] = { .subject = "Docket: request to change your "
	    "address",
	    .before = "Somebody who knows your password asked to change the "
	    "address of your\nDocket account{base}\n",
	    .after = "The address changes when the new one is confirmed.  If "
	    "this was not you,\nset a new password at once, which cancels the "
	    "change, and tell the\nadministrator.\n" },
	[MAIL_EMAIL_TRIED] = { .subject = "Docket: somebody tried to use your "
	    "address",
	    .before = "Somebody tried to change the address of another account "
	    "to yours{base}\n",
	    .after = "Your account is unchanged.  If this was you, use another "
	    "address, or\ndelete one of the accounts first.\n" },
	[MAIL_PASSWORD_CHANGED] = {
	    .subject = "Docket: your password was changed",
	    .before = "The password of your Docket account was changed{base}\n",
	    .after = "All other sessions and all access tokens have ended.\n"
	    "\n"
	    "If this was not you, request a new password at once and tell "
	    "the\nadministrator.\n" },
	[MAIL_PASSWORD_CHANGED_TOKENS_KEPT] = {
	    .subject = "Docket: your password was changed",
	    .before = "The password of your Docket account was changed{base}\n",
	    .after = "All other sessions have ended.  Access tokens still "
	    "work.\n"
	    "\n"
	    "If this was not you, request a new password at once and tell "
	    "the\nadministrator.  Setting it by mail ends the tokens, too.\n" },
	[MAIL_TOTP_ON] = { .subject = "Docket: an authenticator app is set up",
	    .before = "Signing in to your Docket account now needs a code of "
	    "an authenticator\napp{base}\n",
	    .after = "All other sessions have ended.  Keep the recovery codes: "
	    "they work if the\napp is lost.\n" IF_NOT_YOU },
	[MAIL_TOTP_OFF] = {
	    .subject = "Docket: the authenticator app was removed",
	    .before = "Signing in to your Docket account needs the password "
	    "alone again{base}\n",
	    .after = "The recovery codes have ended.\n" IF_NOT_YOU },
	[MAIL_TOTP_REMOVED] = {
	    .subject = "Docket: the second factor was removed",
	    .before = "The administrator removed the second factor from your "
	    "Docket account{base}\n",
	    .after = "The password signs you in now, and the recovery codes "
	    "have ended.\nYou can set another up in the settings.\n"
	    IF_NOT_YOU },
	[MAIL_RECOVERY_CODE_USED] = {
	    .subject = "Docket: a recovery code was used",
	    .before = "Somebody used a recovery code of your Docket "
	    "account{base}\n",
	    .after = "It works only once.  You can make new ones in the "
	    "settings.\n" IF_NOT_YOU },
	[MAIL_CODES_REFUSED] = { .subject = "Docket: somebody knows your "
	    "password",
	    .before = "Somebody entered the right password of your Docket "
	    "account, and then wrong\ncodes{base}\n",
	    .after = "They were not let in.\n" IF_NOT_YOU },
	[MAIL_IDENTITY_ADDED] = {
	    .subject = "Docket: single sign-on reaches your account",
	    .before = "Somebody who signed in at the provider of single "
	    "sign-on can now sign in to\nyour Docket account there{base}\n",
	    .after = "You can remove this in the settings.\n" IF_NOT_YOU },
	[MAIL_IDENTITY_REMOVED] = {
	    .subject = "Docket: single sign-on no longer reaches your account",
	    .before = "An identity at the provider of single sign-on was "
	    "removed from your Docket\naccount{base}\n",
	    .after = "It no longer signs in to your account.\n" IF_NOT_YOU },
	[MAIL_PASSKEY_ADDED] = { .subject = "Docket: a passkey was added",
	    .before = "A passkey was added to your Docket account{base}\n",
	    .after = "It signs in without the password.\n" IF_NOT_YOU },
	[MAIL_PASSKEY_REMOVED] = { .subject = "Docket: a passkey was removed",
	    .before = "A passkey of your Docket account was removed{base}\n",
	    .after = "It signs nobody in any more.\n" IF_NOT_YOU },
	[MAIL_INVITATION] = { .subject = "Docket: invitation to a list",
	    .before = "{sender} invites you to the list \"{list}\"{base}\n",
	    .what = "join the list",
	    .when = "before {day}",
	    .page = "join",
	    .body = "{\"code\": \"the code\"}",
	    .request = "POST /api/v1/invitations/accept",
	    .after = "The code works once, for an account with this address "
	    "alone.  The page says\nif you can create one.  If you do not know "
	    "the sender, ignore this mail.\n" },
};

static const char by_page[] =
    "\nTo {what}, open this page {when}:\n"
    "\n"
    "    {page}\n"
    "\n"
    "Or enter this code in another client:\n"
    "\n"
    "    {code}\n";
static const char by_code[] =
    "\nTo {what}, enter this code in your client {when}:\n"
    "\n"
    "    {code}\n"
    "\n"
    "If your client cannot do this, send this request with the body\n"
    "{body}:\n"
    "\n"
    "    {request}\n";

static const char test_subject[] = "Docket: test mail";
static const char test_text[] =
    "docket-admin mail-test sent this mail to test Docket{base}\n";

struct var {
	const char	*name;		/* NULL: the last */
	const char	*value;
};

/* The text with each {name} replaced by its value. */
static const char *
message_fill(struct arena *a, const char *text, const struct var *vars)
{
	const char *done = "", *p = text;
	const struct var *m;
	size_t n;

	while ((p = strchr(p, '{')) != NULL) {
		n = strcspn(p, "}") - 1;
		for (m = vars; m->name != NULL; m++)
			if (strlen(m->name) == n &&
			    strncmp(p + 1, m->name, n) == 0)
				break;
		if (m->name == NULL) {
			p++;
			continue;
		}
		done = arena_printf(a, "%s%.*s%s", done, (int)(p - text),
		    text, m->value);
		text = p += n + 2;
	}
	return arena_printf(a, "%s%s", done, text);
}

/* What a user has written, as part of a line. */
static const char *
message_quoted(struct arena *a, const char *text)
{
	return text == NULL ? "" : text_cleaned(a, text, QUOTED_MAX);
}

/* at: what is between a sentence and the base-url.  m NULL: no queued mail. */
static const char *
with_base(struct arena *a, const struct settings *settings, const char *at,
    const char *text, const struct mail *m)
{
	const struct var vars[] = {
		{ "base", settings->base_url[0] == '\0' ? "." :
		    arena_printf(a, "%s\n%s", at, settings->base_url) },
		{ "sender", m == NULL ? "" : message_quoted(a, m->sender) },
		{ "list", m == NULL ? "" : message_quoted(a, m->list_title) },
		{ NULL, NULL }
	};

	return message_fill(a, text, vars);
}

/* "2026-12-03 19:25 UTC". */
static const char *
minute_of(struct arena *a, int64_t when)
{
	char stamp[STAMP_SIZE];

	stamp_format(when, stamp);
	return arena_printf(a, "%.10s %.5s UTC", stamp, stamp + 11);
}

static const char *
with_code(struct arena *a, const struct settings *settings,
    const struct mail_language *l, const struct text *t, const struct mail *m)
{
	const char *code = m->code;
	const struct var just_code[] = { { "code", code }, { NULL, NULL } };
	const struct var just_day[] = { { "day", minute_of(a, m->over_at) },
		{ NULL, NULL } };
	const struct var vars[] = {
		{ "what", t->what },
		{ "when", message_fill(a, t->when, just_day) },
		{ "page", arena_printf(a, "%s/#/%s/%s", settings->base_url,
		    t->page, code) },
		{ "code", code }, { "body", t->body },
		{ "request", message_fill(a, t->request, just_code) },
		{ NULL, NULL }
	};

	if (settings->base_url[0] == '\0')
		return message_fill(a, l != NULL ? l->by_code : by_code, vars);
	return message_fill(a, l != NULL ? l->by_page : by_page, vars);
}

/* The text of a kind in a language; NULL: English. */
static struct text
text_in(const struct mail_language *l, enum mail_kind kind)
{
	const struct mail_words *w = l == NULL ? NULL :
	    mail_words(l, mail_kind_name(kind));
	struct text t = texts[kind];

	if (w != NULL) {
		t.subject = w->subject;
		t.before = w->before;
		t.what = w->what;
		t.when = w->when;
		t.after = w->after;
	}
	return t;
}

void
message_of_mail(struct arena *a, const struct settings *settings,
    const struct mail *m, struct message *out)
{
	const struct mail_language *l = mail_language(m->language);
	const struct text t = text_in(l, m->kind);

	*out = (struct message){
	    .from = settings->mail_from,
	    .to = m->email,
	    .subject = t.subject,
	    .text = arena_printf(a, "%s%s\n%s",
		with_base(a, settings, l != NULL ? l->at : " at", t.before, m),
		t.page == NULL ? "" :
		with_code(a, settings, l, &t, m), t.after),
	    .id = hash_text(a, arena_printf(a, "%lld %s %s %lld",
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
	    .text = with_base(a, settings, " at", test_text, NULL),
	    .id = hash_text(a, id_new(a)),
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

/* Only printable ASCII? */
static bool
message_is_plain(const char *s)
{
	for (; *s != '\0'; s++)
		if (*s < ' ' || *s > '~')
			return false;
	return true;
}

bool
message_needs_utf8(const struct message *m)
{
	return !message_is_plain(m->from) || !message_is_plain(m->to);
}

static void
put_subject(struct buf *b, const char *s)
{
	char word[sodium_base64_ENCODED_LEN(WORD_BYTES,
	    sodium_base64_VARIANT_ORIGINAL)];
	const char *fold = "";
	size_t n;

	if (strlen(s) <= SUBJECT_BYTES && message_is_plain(s) &&
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
 * RFC 2045 section 6.7.  A "." that would begin a line is encoded, too, so that
 * no line of a text has a meaning in SMTP.
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
