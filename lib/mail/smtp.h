/*
 * The mail server of the setting smtp-url, by libcurl.  One connection carries
 * mail after mail.
 *
 * TLS is required (smtps, or STARTTLS by RFC 3207 with smtp), and the server's
 * certificate and name are checked against the machine's authorities or those
 * of the file that SSL_CERT_FILE names.  Only smtp to this very machine
 * (localhost, 127.0.0.0/8, ::1) with no user in the URL goes without.  No proxy
 * is used, whatever the environment says.
 *
 * The password is in no text that comes out of here.
 */
#ifndef MAIL_SMTP_H
#define MAIL_SMTP_H

struct arena;
struct message;
struct settings;
struct smtp;

enum smtp_outcome {
	SMTP_SENT,	/* the server has taken it on */
	SMTP_REFUSED,	/* the recipient, for good: giving up is right */
	SMTP_LATER,	/* this one not, or not now */
	SMTP_DOWN	/* the server, TLS, the sign-in: no other would fare
			 * better */
};

/* The port of the setting smtp-url, or its scheme's. */
int		 smtp_port(const struct settings *);
/* Nothing is connected yet.  The settings must live as long. */
struct smtp	*smtp_open(const struct settings *);
/* Ends the connection; NULL is allowed. */
void		 smtp_close(struct smtp *);

/*
 * Sends one, within five minutes.  *why is what became of it in plain words,
 * with the server's own (printable ASCII) where it gave any: one line, no
 * period.
 *
 * A recipient is refused by any 5yz to RCPT (RFC 5321 section 4.2.1), by an
 * address that message_address() does not take, and by one that is not ASCII
 * where the server does not offer SMTPUTF8 (RFC 6531).
 */
enum smtp_outcome smtp_send(struct smtp *, struct arena *,
		    const struct message *, const char **why);

#endif
