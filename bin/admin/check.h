/*
 * The parts of docket-admin check.  Each function checks one thing.
 */
#ifndef BIN_ADMIN_CHECK_H
#define BIN_ADMIN_CHECK_H

#include <stdbool.h>

struct check;

/* check_service.c */
void	 check_units(struct check *);
void	 check_mail_server(struct check *);
void	 check_mails(struct check *);
void	 check_log(struct check *);

/* check_settings.c */
void	 check_modes(struct check *);
/* Is the file, if there is one, the service's alone? */
void	 check_mode(struct check *, const char *path, const char *what);
void	 check_settings_file(struct check *);
void	 check_variables(struct check *);
void	 check_settings(struct check *);

/* check_key.c */
void	 check_key(struct check *);
void	 check_passkeys(struct check *);
void	 check_factors(struct check *);

/* check_address.c */
void	 check_address(struct check *);

/* sign_on.c */
void	 check_sign_on(struct check *);

/* check_dav.c: of a service that answers there */
void	 check_dav(struct check *);

struct visit;

/* check_site.c: of a service that has answered /ready there with that. */
void	 check_seen(struct check *, const struct visit *, bool fault);
void	 check_app(struct check *);
void	 check_large(struct check *, bool fault);

/* check_forwarded.c */
void	 check_forwarded(struct check *);

/* check_zones.c */
void	 check_zones(struct check *);

/* check_schema.c */
void	 check_schema(struct check *);

/* check_records.c */
void	 check_feed(struct check *);
void	 check_index(struct check *);
void	 check_files(struct check *);

#endif
