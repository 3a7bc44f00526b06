/*
 * The mail server of the setting smtp-url, by libcurl.  One connection carries
 * many mails.
 *
 * TLS is required (smtps, or STARTTLS by RFC 3207 with smtp), and the server's
 * certificate and name are checked against the machine's authorities or those
 * of the file that SSL_CERT_FILE names.  Only smtp to localhost, 127.0.0.0/8 or
 * ::1 with no user in the URL is used without TLS.  Proxies in the environment
 * are ignored.
 *
 * The password is in no message that this returns.
 */
#ifndef MAIL_SMTP_H
#define MAIL_SMTP_H

#include <stdbool.h>

struct arena;
struct message;
struct settings;
struct smtp;

enum smtp_outcome {
	SMTP_SENT,	/* the server accepted it */
	SMTP_REFUSED,	/* the recipient, permanently: give up */
	SMTP_LATER,	/* this mail, or for now */
	SMTP_DOWN	/* the server, TLS or sign-in: other mails would fail,
			 * too */
};

/* The port of the setting smtp-url, or its scheme's. */
int		 smtp_port(const struct settings *);
/* Does not connect yet.  The settings must outlive it. */
struct smtp	*smtp_open(const struct settings *);
/* Ends the connection; NULL is allowed. */
void		 smtp_close(struct smtp *);

/*
 * Sends one, within five minutes.  *why is the result in plain words, with the
 * server's answer (printable ASCII) if any: one line, no period.
 *
 * A recipient is refused by any 5yz to RCPT (RFC 5321 section 4.2.1), by
 * message_address(), and if it is not ASCII and the server does not offer
 * SMTPUTF8 (RFC 6531).
 */
enum smtp_outcome smtp_send(struct smtp *, struct arena *,
		    const struct message *, const char **why);

/*
 * Connects, signs in and sends NOOP, within ten seconds.  False if that failed:
 * *why says what, as for smtp_send().
 */
bool		 smtp_answers(struct smtp *, struct arena *, const char **why);

#endif
