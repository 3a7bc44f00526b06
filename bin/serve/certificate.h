/*
 * How long the certificate of --certificate is valid.
 */
#ifndef BIN_SERVE_CERTIFICATE_H
#define BIN_SERVE_CERTIFICATE_H

#include <stdbool.h>

/* Whether the file has a certificate (PEM).  Logs if its first one has expired,
 * will soon, or is not valid yet: lighttpd serves it all the same, and clients
 * refuse it. */
bool	 certificate_check(const char *file);

#endif
