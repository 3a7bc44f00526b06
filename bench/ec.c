/*
 * The elliptic-curve arithmetic of push messages: a new key for each, and the
 * agreement with the device's key.  Prints the CPU seconds of N messages.
 *
 *	ec N
 */
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static double
cpu(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
	    (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

int
main(int argc, char **argv)
{
	EVP_PKEY *device = EVP_EC_gen("P-256"), *own;
	int n = argc > 1 ? atoi(argv[1]) : 10000, i;
	unsigned char secret[32];
	double before = cpu();
	EVP_PKEY_CTX *c;
	size_t len;

	for (i = 0; i < n; i++) {
		own = EVP_EC_gen("P-256");
		c = EVP_PKEY_CTX_new(own, NULL);
		len = sizeof(secret);
		if (EVP_PKEY_derive_init(c) != 1 ||
		    EVP_PKEY_derive_set_peer_ex(c, device, 0) != 1 ||
		    EVP_PKEY_derive(c, secret, &len) != 1)
			return 1;
		EVP_PKEY_CTX_free(c);
		EVP_PKEY_free(own);
	}
	printf("%.3f\n", cpu() - before);
	EVP_PKEY_free(device);
	return 0;
}
