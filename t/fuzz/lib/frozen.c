#include "t/fuzz/lib/frozen.h"

#include <magic.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <uuid/uuid.h>

#include "base/date.h"
#include "t/fuzz/lib/fuzz.h"

#define NOW		INT64_C(1768478400000000)	/* 2026-01-15T12:00Z */

static uint64_t chance;

/* The linker takes these for the real ones (-Wl,--wrap). */
int64_t		 __wrap_clock_now(void);
void		 __wrap_uuid_generate_random(uuid_t);
int		 __wrap_crypto_pwhash_str_alg(char *, const char *,
		    unsigned long long, unsigned long long, size_t, int);
int		 __wrap_crypto_pwhash_str_verify(const char *, const char *,
		    unsigned long long);
magic_t		 __real_magic_open(int);
magic_t		 __wrap_magic_open(int);
int		 __real_magic_load(magic_t, const char *);
int		 __wrap_magic_load(magic_t, const char *);
void		 __wrap_magic_close(magic_t);

int64_t
__wrap_clock_now(void)
{
	return NOW;
}

/* splitmix64: it only has to give the same numbers in each run. */
static uint32_t
random_number(void)
{
	uint64_t z = chance += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return (uint32_t)(z >> 32);
}

static void
random_bytes(void *out, size_t n)
{
	uint8_t *p = out;

	while (n-- > 0)
		*p++ = (uint8_t)random_number();
}

static const char *
random_name(void)
{
	return "the same again";
}

void
__wrap_uuid_generate_random(uuid_t u)
{
	random_bytes(u, sizeof(uuid_t));
	u[6] = (u[6] & 0x0f) | 0x40;
	u[8] = (u[8] & 0x3f) | 0x80;
}

int
__wrap_crypto_pwhash_str_alg(char *out, const char *password,
    unsigned long long len, unsigned long long passes, size_t memory, int alg)
{
	unsigned char hash[32];
	char hex[65];

	(void)passes;
	(void)memory;
	(void)alg;
	crypto_generichash(hash, sizeof(hash), (const unsigned char *)password,
	    len, NULL, 0);
	sodium_bin2hex(hex, sizeof(hex), hash, sizeof(hash));
	snprintf(out, crypto_pwhash_STRBYTES, "$fuzz$%s", hex);
	return 0;
}

int
__wrap_crypto_pwhash_str_verify(const char *hash, const char *password,
    unsigned long long len)
{
	char again[crypto_pwhash_STRBYTES];

	__wrap_crypto_pwhash_str_alg(again, password, len, 0, 0, 0);
	return strcmp(again, hash) == 0 ? 0 : -1;
}

static magic_t loaded;

magic_t
__wrap_magic_open(int flags)
{
	if (loaded == NULL && (loaded = __real_magic_open(flags)) != NULL)
		MUST(__real_magic_load(loaded, NULL) == 0);
	return loaded;
}

int
__wrap_magic_load(magic_t m, const char *file)
{
	(void)m;
	(void)file;
	return 0;
}

void
__wrap_magic_close(magic_t m)
{
	(void)m;
}

void
frozen_seed(uint64_t seed)
{
	static randombytes_implementation same = {
		.implementation_name = random_name, .random = random_number,
		.buf = random_bytes
	};

	chance = seed;
	randombytes_set_implementation(&same);
	MUST(sodium_init() != -1);
}
