#include "web/send.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/settings/settings.h"
#include "core/file/content.h"
#include "core/spool.h"
#include "web/cors.h"
#include "web/etag.h"
#include "web/gzip.h"
#include "web/protocol.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"

#define BLOCK		(32 * 1024)	/* bytes of a file */
/* A longer answer can make the program wait for the client. */
#define SENT_AT_ONCE	(64 * 1024)

static void
send_header(struct buf *b, const char *name, const char *value)
{
	buf_str(b, name);
	buf_str(b, value);
	buf_str(b, "\r\n");
}

static void
line_number(struct buf *b, const char *name, int64_t n)
{
	char digits[24], *p = digits + sizeof(digits);

	*--p = '\0';
	do
		*--p = (char)('0' + n % 10);
	while ((n /= 10) > 0);
	send_header(b, name, p);
}

/* A compressed answer has another ETag: "abc-gzip" for "abc", as in web
 * servers. */
static void
head_etag(struct req *rq, struct buf *b)
{
	size_t len = strlen(rq->reply.etag);

	if (rq->reply.compressed && len > 0)
		buf_printf(b, "ETag: %.*s" GZIP_SUFFIX "\r\n", (int)len - 1,
		    rq->reply.etag);
	else
		send_header(b, "ETag: ", rq->reply.etag);
}

static void
head(struct req *rq, struct buf *b, int64_t length)
{
	const struct req_reply *re = &rq->reply;

	line_number(b, "Status: ", re->status);
	if (re->type != NULL)
		send_header(b, "Content-Type: ", re->type);
	if (re->status != 304 && re->status != 204 && length >= 0)
		line_number(b, "Content-Length: ", length);
	if (re->etag != NULL)
		head_etag(rq, b);
	if (re->compressed)
		buf_str(b, "Content-Encoding: gzip\r\n");
	if (gzip_may(rq))
		buf_str(b, "Vary: Accept-Encoding\r\n");
	if (re->cache != NULL)
		send_header(b, "Cache-Control: ", re->cache);
	else if (rq->route == NULL || !(rq->route->flags & R_PUBLIC) ||
	    (rq->route->flags & R_ANYBODY))
		buf_str(b, "Cache-Control: private, no-cache\r\n");
	else if (!(rq->route->flags & R_NO_DATABASE))
		buf_str(b, "Cache-Control: no-store\r\n");
	buf_str(b, "X-Content-Type-Options: nosniff\r\n");
	buf_str(b, rq->protocol->headers);
	cors_head(rq, b);
	buf_add(b, re->headers.data, re->headers.len);
	buf_str(b, "\r\n");
}

static void
send_put(struct req *rq, const struct buf *b)
{
	/* A client that disconnected is not an error. */
	rq->io->write(rq->io->arg, b->data, b->len);
}

void
drop_parts(struct req *rq)
{
	struct req_reply *re = &rq->reply;

	spool_free(re->spool);
	gzip_drop(rq);
	free(re->hash);
	re->spool = NULL;
	re->hash = NULL;
	re->compressed = false;
}

/* Will the answer have the ETag of its body? */
static bool
is_hashed(const struct req *rq)
{
	return rq->reply.etag == NULL && !(rq->route->flags &
	    (R_NO_ETAG | R_NO_STORE | R_WRITE | R_BATCH));
}

void
store(void *arg, struct buf *part)
{
	struct req *rq = arg;
	struct req_reply *re = &rq->reply;
	struct buf b = { 0 };

	if (!re->complete && is_hashed(rq))
		etag_of_part(rq, part->data, part->len);
	if (re->spool == NULL) {
		re->spool = spool_new(rq->ctx.settings->data);
		re->compressed = gzip_may(rq) && gzip_wanted(rq);
	}
	if (re->compressed) {
		gzip_add(rq, &b, part->data, part->len, re->complete);
		spool_add(re->spool, b.data, b.len);
		buf_free(&b);
	} else
		spool_add(re->spool, part->data, part->len);
	part->len = 0;
}

/* The file's next bytes: how many; -1: there are none, which is in the log. */
static ssize_t
send_read_file(struct req *rq, char *block)
{
	ssize_t n = content_read(rq->reply.file, block, BLOCK);

	if (n == -1)
		log_error("cannot read an attachment's file: %s",
		    content_error());
	return n;
}

/* The file's first bytes: how many; or the answer becomes a problem. */
static ssize_t
begin_file(struct req *rq, char *block)
{
	struct req_reply *re = &rq->reply;
	ssize_t n = -1;

	if (re->file == NULL || rq->in.head)
		return 0;
	if (!content_start(re->file, re->file_from, re->file_len))
		log_error("cannot read an attachment's file: %s",
		    content_error());
	else if ((n = send_read_file(rq, block)) != -1)
		return n;
	reply_no_file(rq);
	refuse(rq, INTERNAL);
	return 0;
}

/* If the rest cannot be read, the answer is shorter than its head says. */
static void
send_file(struct req *rq, char *block, ssize_t n)
{
	while (n > 0 && rq->io->write(rq->io->arg, block, (size_t)n))
		n = send_read_file(rq, block);
}

/* The file's bytes become the answer, or the answer becomes a problem. */
static void
spool_file(struct req *rq, char *block, ssize_t n)
{
	struct req_reply *re = &rq->reply;

	re->spool = spool_new(rq->ctx.settings->data);
	for (; n > 0; n = send_read_file(rq, block))
		spool_add(re->spool, block, (size_t)n);
	reply_no_file(rq);
	if (n == 0)
		return;
	spool_free(re->spool);
	re->spool = NULL;
	refuse(rq, INTERNAL);
}

void
send_file_ahead(struct req *rq)
{
	char block[BLOCK];
	ssize_t n = begin_file(rq, block);

	if (rq->reply.file != NULL && !rq->in.head)
		spool_file(rq, block, n);
}

/* A complete answer, compressed if worthwhile. */
static void
compress(struct req *rq)
{
	struct req_reply *re = &rq->reply;
	struct buf b = { 0 };

	if (re->out.len < GZIP_LEAST || !gzip_may(rq) || !gzip_wanted(rq))
		return;
	gzip_add(rq, &b, re->out.data, re->out.len, true);
	buf_free(&re->out);
	re->out = b;
	re->compressed = true;
}

static void
send_spool(struct req *rq)
{
	struct spool *spool = rq->reply.spool;
	const struct io *io = rq->io;
	char block[32 * 1024];
	int64_t at;
	ssize_t n;

	if (io->take != NULL && io->take(io->arg, spool)) {
		rq->reply.spool = NULL;
		return;
	}
	for (at = 0; (n = spool_read(spool, at, block, sizeof(block))) > 0;
	    at += n)
		if (!io->write(io->arg, block, (size_t)n))
			return;
}

void
send_events(struct req *rq, const char *first)
{
	struct buf b = { 0 };

	answer_empty(rq, 200);
	rq->reply.type = "text/event-stream";
	reply_header(rq, "X-Accel-Buffering", "no");	/* of nginx */
	head(rq, &b, -1);
	buf_str(&b, first);
	rq->reply.sent = true;
	send_put(rq, &b);
	buf_free(&b);
}

static int64_t
body_length(const struct req_reply *re)
{
	return re->file != NULL ? re->file_len : re->spool != NULL ?
	    spool_length(re->spool) : (int64_t)re->out.len;
}

void
send_answer(struct req *rq)
{
	struct req_reply *re = &rq->reply;
	struct buf b = { 0 };
	char block[BLOCK];
	ssize_t n;

	if (re->sent)
		return;
	re->complete = true;
	if (rq->io->take != NULL)
		send_file_ahead(rq);
	n = begin_file(rq, block);
	if (re->spool != NULL || re->out.len > SENT_AT_ONCE)
		store(rq, &re->out);
	else
		compress(rq);
	head(rq, &b, body_length(re));
	if (!rq->in.head && re->file == NULL && re->spool == NULL)
		buf_add(&b, re->out.data, re->out.len);
	re->sent = true;
	send_put(rq, &b);
	buf_free(&b);
	send_file(rq, block, n);
	if (!rq->in.head && re->spool != NULL)
		send_spool(rq);
}
