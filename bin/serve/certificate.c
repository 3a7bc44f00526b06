#include "bin/serve/certificate.h"

#include <openssl/pem.h>
#include <openssl/x509.h>
#include <stddef.h>
#include <stdio.h>

#include "base/log.h"
#include "core/limits.h"

static X509 *
read_first(const char *file)
{
	FILE *in = fopen(file, "r");
	X509 *x;

	if (in == NULL)
		return NULL;
	x = PEM_read_X509(in, NULL, NULL, NULL);
	fclose(in);
	return x;
}

bool
certificate_check(const char *file)
{
	X509 *x = read_first(file);
	int days = 0, seconds = 0;

	if (x == NULL)
		return false;
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
	return true;
}
