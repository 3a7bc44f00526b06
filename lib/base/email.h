/*
 * E-mail addresses.
 */
#ifndef BASE_EMAIL_H
#define BASE_EMAIL_H

#include <stdbool.h>

/* Dot-string "@" Domain (RFC 5321 section 4.1.2), in ASCII: JSON Schema's email
 * format. */
bool	 text_is_email(const char *);

#endif
