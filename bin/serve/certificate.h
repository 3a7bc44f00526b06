/*
 * The files of --certificate and --key: can they be used, and how long is the
 * certificate valid?
 */
#ifndef BIN_SERVE_CERTIFICATE_H
#define BIN_SERVE_CERTIFICATE_H

struct arena;

/* NULL, or what is wrong: a file cannot be read, or is not PEM, or the key is
 * not that of the first certificate. */
const char	*certificate_fault(struct arena *, const char *file,
		    const char *key);
/* Logs if the first certificate has expired, will soon, or is not valid yet:
 * lighttpd serves it all the same, and clients refuse it. */
void		 certificate_check(const char *file);

#endif
