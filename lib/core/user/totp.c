#include "core/user/totp.h"

#include <nettle/hmac.h>

#include "base/base.h"

#define STEP	(30 * SECOND)
#define DIGITS	6
#define MODULUS	1000000

int64_t
totp_step(int64_t now)
{
	return now / STEP;
}

/* RFC 4226 section 5.3. */
int
totp_code(const unsigned char secret[TOTP_SECRET], int64_t step)
{
	unsigned char counter[8], mac[SHA1_DIGEST_SIZE];
	const unsigned char *p;
	struct hmac_sha1_ctx h;
	int i;

	for (i = 7; i >= 0; i--, step >>= 8)
		counter[i] = (unsigned char)step;
	hmac_sha1_set_key(&h, TOTP_SECRET, secret);
	hmac_sha1_update(&h, sizeof(counter), counter);
	hmac_sha1_digest(&h, sizeof(mac), mac);
	p = mac + (mac[SHA1_DIGEST_SIZE - 1] & 15);
	return (int)(((uint32_t)(p[0] & 127) << 24 | (uint32_t)p[1] << 16 |
	    (uint32_t)p[2] << 8 | p[3]) % MODULUS);
}

int
totp_read(const char *text)
{
	int code = 0, n = 0;

	for (; *text != '\0'; text++) {
		if (*text == ' ')
			continue;
		if (*text < '0' || *text > '9' || n++ == DIGITS)
			return -1;
		code = 10 * code + (*text - '0');
	}
	return n == DIGITS ? code : -1;
}

void
totp_text(const unsigned char secret[TOTP_SECRET], char text[TOTP_TEXT])
{
	static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
	unsigned bits = 0;
	int left = 0, i;

	for (i = 0; i < TOTP_SECRET; i++) {
		bits = bits << 8 | secret[i];
		for (left += 8; left >= 5; left -= 5)
			*text++ = alphabet[bits >> (left - 5) & 31];
	}
	*text = '\0';
}
