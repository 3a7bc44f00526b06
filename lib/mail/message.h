/*
 * Mails as text: what each kind says, and the Internet message (RFC 5322) that
 * it is sent as.
 *
 * A mail contains nothing that a stranger can choose except its address: people
 * who sign up with somebody else's address must not be able to send their
 * words, so display names are left out.  The same mail gives the same message,
 * byte for byte but for its code, however often it is sent.
 */
#ifndef MAIL_MESSAGE_H
#define MAIL_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct mail;
struct settings;

struct message {
	const char	*from;		/* bare addresses, UTF-8 */
	const char	*to;
	const char	*subject;	/* one line of UTF-8 */
	const char	*text;		/* UTF-8, lines end with a newline */
	const char	*id;		/* Message-ID, the part before "@" */
	int64_t		 date;
};

/* The message of a queued mail.  Its id is unique. */
void		 message_of_mail(struct arena *, const struct settings *,
		    const struct mail *, struct message *);
/* The mail of docket-admin mail-test. */
void		 message_of_test(struct arena *, const struct settings *,
		    const char *to, int64_t now, struct message *);

/* Is the address safe in a header and an envelope?  It has one "@" with text on
 * both sides, no blank or control character, and none of "(),:;<>[\]. */
bool		 message_address(const char *);
/* Does it need SMTPUTF8 (RFC 6531) because an address is not ASCII? */
bool		 message_needs_utf8(const struct message *);

/*
 * The whole message, with CRLF line ends: plain text in quoted-printable, so
 * that no line exceeds 76 bytes, except a header with one long address;
 * subjects that are long or not ASCII in encoded words (RFC 2047); addresses
 * that are not ASCII as they are (RFC 6532).  NULL if message_address() refuses
 * an address.
 */
const char	*message_format(struct arena *, const struct message *);

#endif
