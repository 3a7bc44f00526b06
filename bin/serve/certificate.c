#include "bin/serve/certificate.h"

#include <errno.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/log.h"
#include "core/limits.h"

/* A key with a password: nobody is asked for it. */
static int
no_password(char *to, int size, int writing, void *arg)
{
	(void)to;
	(void)size;
	(void)writing;
	(void)arg;
	return -1;
}

static X509 *
read_first(const char *file)
{
	FILE *in = fopen(file, "re");
	X509 *x = in == NULL ? NULL : PEM_read_X509(in, NULL, NULL, NULL);

	if (in != NULL)
		fclose(in);
	return x;
}

static EVP_PKEY *
read_key(const char *file)
{
	FILE *in = fopen(file, "re");
	EVP_PKEY *key = in == NULL ? NULL : PEM_read_PrivateKey(in, NULL,
	    no_password, NULL);

	if (in != NULL)
		fclose(in);
	return key;
}

const char *
certificate_fault(struct arena *a, const char *file, const char *keyfile)
{
	const char *unreadable = access(file, R_OK) == -1 ? file :
	    access(keyfile, R_OK) == -1 ? keyfile : NULL;
	const char *why = NULL;
	EVP_PKEY *key;
	X509 *x;

	if (unreadable != NULL)
		return arena_printf(a, "%s: %s", unreadable, strerror(errno));
	x = read_first(file);
	key = read_key(keyfile);
	if (x == NULL)
		why = arena_printf(a, "%s has no certificate in PEM form",
		    file);
	else if (key == NULL)
		why = arena_printf(a, "%s has no key in PEM form without a "
		    "password", keyfile);
	else if (!X509_check_private_key(x, key))
		why = arena_printf(a, "the key in %s is not that of the "
		    "certificate in %s", keyfile, file);
	X509_free(x);
	EVP_PKEY_free(key);
	return why;
}

void
certificate_check(const char *file)
{
	X509 *x = read_first(file);
	int days = 0, seconds = 0;

	if (x == NULL)
		return;
	/* From now, which is NULL. */
	if (X509_cmp_current_time(X509_get0_notBefore(x)) > 0)
		log_error("%s is not valid yet: clients refuse it. Check the "
		    "clock", file);
	if (!ASN1_TIME_diff(&days, &seconds, NULL, X509_get0_notAfter(x)))
		log_error("%s does not say until when it is valid", file);
	else if (days < 0 || seconds < 0)
		log_error("%s has expired: clients refuse it. Renew it, and "
		    "restart docket-serve", file);
	else if (days < CERTIFICATE_DAYS)
		log_error("%s expires soon (days left: %d): renew it, and "
		    "restart docket-serve", file, days);
	X509_free(x);
}
