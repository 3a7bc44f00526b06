#include "web/etag.h"

#include <sodium.h>
#include <string.h>

#include "base/date.h"
#include "web/request.h"

#define GZIP	"-gzip"

/* Compares the quoted parts, n bytes of one and m of the other, with quotes. */
static bool
same_tag(const char *sent, size_t n, const char *etag, size_t m)
{
	const size_t extra = strlen(GZIP);

	if (n == m)
		return memcmp(sent, etag, m) == 0;
	return n == m + extra && memcmp(sent, etag, m - 1) == 0 &&
	    memcmp(sent + m - 1, GZIP "\"", extra + 1) == 0;
}

bool
etag_matches(const char *list, const char *etag)
{
	const char *p = list;
	size_t n;

	if (p == NULL)
		return false;
	if (strncmp(etag, "W/", 2) == 0)
		etag += 2;
	for (;;) {
		p += strspn(p, " \t,");
		if (*p == '\0')
			return false;
		if (*p == '*')
			return true;
		if (strncmp(p, "W/", 2) == 0)
			p += 2;
		n = *p == '"' ? strcspn(p + 1, "\"") + 2 : strcspn(p, ",");
		if (strlen(p) < n)
			return false;
		if (same_tag(p, n, etag, strlen(etag)))
			return true;
		p += n;
	}
}

void
etag_of_body(struct req *rq)
{
	unsigned char hash[crypto_generichash_BYTES_MIN];
	char hex[2 * sizeof(hash) + 1];

	crypto_generichash(hash, sizeof(hash),
	    (const unsigned char *)rq->reply.out.data, rq->reply.out.len,
	    NULL, 0);
	sodium_bin2hex(hex, sizeof(hex), hash, sizeof(hash));
	rq->reply.etag = arena_printf(rq->ctx.arena, "\"%s\"", hex);
}

const char *
etag_of_stamp(struct req *rq, int64_t stamp)
{
	char text[STAMP_SIZE];

	return arena_printf(rq->ctx.arena, "\"%s\"",
	    stamp_format(stamp, text));
}
