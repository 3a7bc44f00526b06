#include "web/etag.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/log.h"
#include "web/request.h"

#define GZIP	"-gzip"
#define HASH_BYTES	crypto_generichash_BYTES_MIN

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

/* Not in the request's arena, which a page resets after each record. */
static crypto_generichash_state *
etag_begin(void)
{
	crypto_generichash_state *h = aligned_alloc(
	    _Alignof(crypto_generichash_state), sizeof(*h));

	if (h == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	crypto_generichash_init(h, NULL, 0, HASH_BYTES);
	return h;
}

void
etag_of_part(struct req *rq, const void *part, size_t len)
{
	struct req_reply *re = &rq->reply;

	if (re->hash == NULL)
		re->hash = etag_begin();
	crypto_generichash_update(re->hash, part, len);
}

void
etag_of_body(struct req *rq)
{
	unsigned char hash[HASH_BYTES];
	char hex[2 * sizeof(hash) + 1];

	etag_of_part(rq, rq->reply.out.data, rq->reply.out.len);
	crypto_generichash_final(rq->reply.hash, hash, sizeof(hash));
	free(rq->reply.hash);
	rq->reply.hash = NULL;
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
