/*
 * One-time codes of an authenticator app: TOTP (RFC 6238) with SHA-1, six
 * digits and steps of 30 seconds, the only form that every such app knows.
 */
#ifndef CORE_USER_TOTP_H
#define CORE_USER_TOTP_H

#include <stdint.h>

#define TOTP_SECRET	20		/* bytes: RFC 4226 section 4, R6 */
#define TOTP_TEXT	33		/* as base32, with a NUL */

/* The step of a time in microseconds. */
int64_t	 totp_step(int64_t now);
/* The code of a step: 0 to 999999. */
int	 totp_code(const unsigned char secret[TOTP_SECRET], int64_t step);
/* What somebody typed: six ASCII digits, with blanks between them or not; or
 * -1. */
int	 totp_read(const char *text);
/* The secret as people type it (RFC 4648 section 6). */
void	 totp_text(const unsigned char secret[TOTP_SECRET],
	    char text[TOTP_TEXT]);

#endif
