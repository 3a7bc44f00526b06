/*
 * Mails as text: what each kind says, and the Internet message (RFC 5322) that
 * it is sent as.
 *
 * Nothing stands in one that a stranger can choose but the address it goes to:
 * who signs up with another's address must not have us carry their words, so
 * display names are left out.  The same mail gives the same message, byte for
 * byte but for its code, however often it is sent.
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
	const char	*text;		/* UTF-8, lines ended by a newline */
	const char	*id;		/* Message-ID, left of its "@" */
	int64_t		 date;
};

/* The message of a queued mail.  Its id is the mail's alone. */
void		 message_of_mail(struct arena *, const struct settings *,
		    const struct mail *, struct message *);
/* One that shows that mail arrives. */
void		 message_of_test(struct arena *, const struct settings *,
		    const char *to, int64_t now, struct message *);

/* May it stand in a header and an envelope?  One "@" with something on both
 * sides, and nothing that has a meaning there: no blank or control character,
 * none of "(),:;<>[\]. */
bool		 message_address(const char *);
/* Is an address of it not ASCII, so that it needs SMTPUTF8 (RFC 6531)? */
bool		 message_needs_utf8(const struct message *);

/*
 * The whole, lines ended by CR and LF: plain text in quoted-printable, so that
 * no line is longer than 76 bytes but a header that is one long address; a
 * subject that is not short and plain ASCII in encoded words (RFC 2047); an
 * address that is not ASCII as it is (RFC 6532).  NULL where an address is none
 * by message_address().
 */
const char	*message_format(struct arena *, const struct message *);

#endif
