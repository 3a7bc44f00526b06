/*
 * Sends the answer: Status first; Content-Length whenever the body is in
 * memory; in one write.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/log.h"
#include "web/cors.h"
#include "web/gzip.h"
#include "web/send.h"
#include "web/serve.h"

#define SNAPSHOT_SECONDS	50

/* A compressed answer has another ETag: "abc-gzip" for "abc", as in web
 * servers. */
static void
head_etag(struct req *rq, struct buf *b)
{
	size_t len = strlen(rq->etag);

	if (rq->compressed && len > 0)
		buf_printf(b, "ETag: %.*s" GZIP_MARK "\r\n", (int)len - 1,
		    rq->etag);
	else
		buf_printf(b, "ETag: %s\r\n", rq->etag);
}

static void
head(struct req *rq, struct buf *b, int64_t length)
{
	buf_printf(b, "Status: %d\r\n", rq->status);
	if (rq->type != NULL)
		buf_printf(b, "Content-Type: %s\r\n", rq->type);
	if (rq->status != 304 && rq->status != 204 && length >= 0)
		buf_printf(b, "Content-Length: %lld\r\n", (long long)length);
	if (rq->etag != NULL)
		head_etag(rq, b);
	if (rq->compressed)
		buf_str(b, "Content-Encoding: gzip\r\n");
	if (gzip_may(rq))
		buf_str(b, "Vary: Accept-Encoding\r\n");
	if (rq->route == NULL || !(rq->route->flags & R_PUBLIC))
		buf_str(b, "Cache-Control: private, no-cache\r\n");
	else if (!(rq->route->flags & R_NO_DATABASE))
		buf_str(b, "Cache-Control: no-store\r\n");
	buf_str(b, "X-Content-Type-Options: nosniff\r\n");
	cors_head(rq, b);
	buf_add(b, rq->headers.data, rq->headers.len);
	buf_str(b, "\r\n");
}

static void
put(struct req *rq, const struct buf *b)
{
	/* A client that disconnected is not an error. */
	rq->io->write(rq->io->arg, b->data, b->len);
}

/* A client that reads nothing must not hold the snapshot for ever, since the
 * database's log grows meanwhile: SIGALRM ends the program. */
static void
snapshot_ends_within(int seconds)
{
	const struct itimerval t = { .it_value.tv_sec = seconds };

	setitimer(ITIMER_REAL, &t, NULL);
}

void
send_released(const struct req *rq)
{
	if (rq->streaming)
		snapshot_ends_within(0);
}

void
stream(void *arg, struct buf *body)
{
	struct req *rq = arg;
	struct buf b = { 0 };

	if (!rq->streaming) {
		rq->compressed = gzip_may(rq) && gzip_wanted(rq);
		head(rq, &b, -1);
		put(rq, &b);
		b.len = 0;
		rq->streaming = true;
		if (strcmp(rq->method, "GET") == 0)
			snapshot_ends_within(SNAPSHOT_SECONDS);
	}
	if (rq->compressed) {
		gzip_add(rq, &b, body->data, body->len, rq->sent);
		body = &b;
	}
	if (!rq->head)
		put(rq, body);
	rq->out.len = 0;
	buf_free(&b);
}

static void
send_file(struct req *rq)
{
	char block[32 * 1024];
	int64_t left = rq->file_len, at = rq->file_from;
	ssize_t n;

	while (left > 0) {
		n = pread(rq->file, block, left < (int64_t)sizeof(block) ?
		    (size_t)left : sizeof(block), at);
		if (n == -1 && errno == EINTR)
			continue;
		if (n <= 0) {
			log_error("cannot read an attachment's file");
			break;
		}
		if (!rq->io->write(rq->io->arg, block, (size_t)n))
			break;
		at += n;
		left -= n;
	}
}

/* A complete answer, compressed if worthwhile. */
static void
compress(struct req *rq)
{
	struct buf b = { 0 };

	if (rq->out.len < GZIP_LEAST || !gzip_may(rq) || !gzip_wanted(rq))
		return;
	gzip_add(rq, &b, rq->out.data, rq->out.len, true);
	buf_free(&rq->out);
	rq->out = b;
	rq->compressed = true;
}

void
send_answer(struct req *rq)
{
	struct buf b = { 0 };
	int64_t length;

	rq->sent = true;
	if (rq->streaming) {
		stream(rq, &rq->out);
		return;
	}
	compress(rq);
	length = rq->file == -1 ? (int64_t)rq->out.len : rq->file_len;
	head(rq, &b, length);
	if (!rq->head && rq->file == -1)
		buf_add(&b, rq->out.data, rq->out.len);
	put(rq, &b);
	buf_free(&b);
	if (!rq->head && rq->file != -1)
		send_file(rq);
}
