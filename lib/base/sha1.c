#include "base/sha1.h"

#include <stdint.h>
#include <string.h>

#define WORDS	5
#define ROUNDS	80

static uint32_t
rotl(uint32_t x, int n)
{
	return x << n | x >> (32 - n);
}

/* FIPS 180-4 section 4.1.1: the function of a round, with its constant. */
static uint32_t
mix(int t, const uint32_t v[WORDS])
{
	uint32_t b = v[1], c = v[2], d = v[3];

	switch (t / 20) {
	case 0:
		return ((b & c) ^ (~b & d)) + 0x5a827999;
	case 1:
		return (b ^ c ^ d) + 0x6ed9eba1;
	case 2:
		return ((b & c) ^ (b & d) ^ (c & d)) + 0x8f1bbcdc;
	default:
		return (b ^ c ^ d) + 0xca62c1d6;
	}
}

static void
add_block(uint32_t h[WORDS], const unsigned char *p)
{
	uint32_t w[ROUNDS], v[WORDS], next;
	int t;

	for (t = 0; t < 16; t++, p += 4)
		w[t] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
		    (uint32_t)p[2] << 8 | p[3];
	for (; t < ROUNDS; t++)
		w[t] = rotl(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
	memcpy(v, h, sizeof(v));
	for (t = 0; t < ROUNDS; t++) {
		next = rotl(v[0], 5) + mix(t, v) + v[4] + w[t];
		memmove(v + 1, v, 4 * sizeof(v[0]));
		v[2] = rotl(v[2], 30);
		v[0] = next;
	}
	for (t = 0; t < WORDS; t++)
		h[t] += v[t];
}

void
sha1(const void *data, size_t len, unsigned char hash[SHA1_BYTES])
{
	uint32_t h[WORDS] = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476,
	    0xc3d2e1f0 };
	unsigned char last[2 * SHA1_BLOCK] = { 0 };
	const unsigned char *p = data;
	size_t rest = len % SHA1_BLOCK, padded, i;

	for (i = 0; i + SHA1_BLOCK <= len; i += SHA1_BLOCK)
		add_block(h, p + i);
	memcpy(last, p + len - rest, rest);
	last[rest] = 0x80;
	padded = rest < SHA1_BLOCK - 8 ? SHA1_BLOCK : 2 * SHA1_BLOCK;
	for (i = 0; i < 8; i++)
		last[padded - 1 - i] = (unsigned char)((uint64_t)len * 8 >>
		    8 * i);
	for (i = 0; i < padded; i += SHA1_BLOCK)
		add_block(h, last + i);
	for (i = 0; i < SHA1_BYTES; i++)
		hash[i] = (unsigned char)(h[i / 4] >> (24 - 8 * (i % 4)));
}

/* The hash of the key, each byte changed by `pad`, and a text. */
static void
padded_hash(const void *key, size_t key_len, unsigned char pad,
    const void *text, size_t len, unsigned char hash[SHA1_BYTES])
{
	unsigned char all[2 * SHA1_BLOCK] = { 0 };
	size_t i;

	memcpy(all, key, key_len);
	for (i = 0; i < SHA1_BLOCK; i++)
		all[i] ^= pad;
	memcpy(all + SHA1_BLOCK, text, len);
	sha1(all, SHA1_BLOCK + len, hash);
	explicit_bzero(all, sizeof(all));
}

void
sha1_hmac(const void *key, size_t key_len, const void *message, size_t len,
    unsigned char mac[SHA1_BYTES])
{
	unsigned char inner[SHA1_BYTES];

	padded_hash(key, key_len, 0x36, message, len, inner);
	padded_hash(key, key_len, 0x5c, inner, sizeof(inner), mac);
}
