#include "core/user/token.h"

#include <sodium.h>
#include <string.h>

#define PREFIX	"dkt"
#define LETTERS	24			/* of a typed secret: 5 bits each */
#define GROUP	4

const char *const token_scopes[] = { "read", "write", "add", "dav", NULL };

unsigned
token_without_implied(unsigned token)
{
	return token & TOKEN_WRITE ? token & ~(TOKEN_READ | TOKEN_ADD) : token;
}

unsigned
token_with_implied(unsigned token)
{
	return token & TOKEN_WRITE ? token | TOKEN_READ | TOKEN_ADD : token;
}

/* "dkt-abcd-efgh-..." of the letters. */
static void
token_group(const char *letters, char *p)
{
	int i;

	p = mempcpy(p, PREFIX, strlen(PREFIX));
	for (i = 0; i < LETTERS; i++) {
		if (i % GROUP == 0)
			*p++ = '-';
		*p++ = letters[i];
	}
	*p = '\0';
}

void
token_typed(char secret[TOKEN_TYPED])
{
	static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz234567";
	unsigned char bytes[LETTERS];
	char letters[LETTERS];
	int i;

	randombytes_buf(bytes, sizeof(bytes));
	for (i = 0; i < LETTERS; i++)
		letters[i] = alphabet[bytes[i] & 31];
	token_group(letters, secret);
}

bool
token_is_one(const char *secret)
{
	return (secret[0] == 'd' || secret[0] == 'D') &&
	    strncasecmp(secret, PREFIX, strlen(PREFIX)) == 0;
}

const char *
token_canonical(const char *secret, char typed[TOKEN_TYPED])
{
	char letters[LETTERS];
	const char *p;
	int n = 0;

	if (!token_is_one(secret) || secret[strlen(PREFIX)] == '_')
		return secret;
	for (p = secret + strlen(PREFIX); *p != '\0'; p++) {
		if (*p == '-' || *p == ' ')
			continue;
		if (n == LETTERS)
			return secret;
		letters[n++] = *p >= 'A' && *p <= 'Z' ? *p - 'A' + 'a' : *p;
	}
	if (n < LETTERS)
		return secret;
	token_group(letters, typed);
	return typed;
}
