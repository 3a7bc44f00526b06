/*
 * URLs and addresses in settings.  Each function returns NULL, or what would be
 * right.
 */
#ifndef BASE_SETTINGS_URLS_H
#define BASE_SETTINGS_URLS_H

#include <stdbool.h>
#include <stdint.h>

struct arena;

/* http or https, or empty. */
const char	*url_wrong(struct arena *, const char *);
/* Do browsers use passkeys there: https and a name, or http://localhost?  The
 * URL is not wrong. */
bool		 url_takes_passkeys(const char *);
/* The same, also with a query and a fragment. */
const char	*url_page_wrong(struct arena *, const char *);
/* An issuer of OpenID Connect: url_secure(), or empty. */
const char	*url_issuer_wrong(struct arena *, const char *);
/* https, or http on this machine alone; visible ASCII without user and
 * fragment. */
bool		 url_secure(struct arena *, const char *);
/* The port of such a URL. */
uint16_t	 url_port(const char *);
/* postgresql, or empty. */
const char	*url_database_wrong(struct arena *, const char *);
/* http or https, with a key and a bucket, or empty. */
const char	*url_bucket_wrong(struct arena *, const char *);
/* smtp or smtps, or empty. */
const char	*url_mail_wrong(struct arena *, const char *);
/* mailto: or https:, or empty. */
const char	*url_contact_wrong(struct arena *, const char *);
/* An e-mail address without a name, or empty. */
const char	*url_address_wrong(struct arena *, const char *);

/* libpq's parameter; also the end of sslpassword. */
#define URL_PASSWORD	"password="
/* Does it contain a password?  Then it must not be on a command line. */
bool		 url_has_password(const char *);

/* Origins of web pages, between commas: scheme://host. */
const char	*origins_wrong(struct arena *, const char *list);
/* Is that origin (as in the Origin header) in the list?  Case is ignored. */
bool		 origins_include(const char *list, const char *origin);

#endif
