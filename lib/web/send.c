#include "web/send.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

#include "base/log.h"
#include "core/file/content.h"
#include "web/cors.h"
#include "web/gzip.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"

#define SNAPSHOT_SECONDS	50

/* A compressed answer has another ETag: "abc-gzip" for "abc", as in web
 * servers. */
static void
line(struct buf *b, const char *name, const char *value)
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
	line(b, name, p);
}

static void
head_etag(struct req *rq, struct buf *b)
{
	size_t len = strlen(rq->reply.etag);

	if (rq->reply.compressed && len > 0)
		buf_printf(b, "ETag: %.*s" GZIP_MARK "\r\n", (int)len - 1,
		    rq->reply.etag);
	else
		line(b, "ETag: ", rq->reply.etag);
}

static void
head(struct req *rq, struct buf *b, int64_t length)
{
	const struct req_reply *re = &rq->reply;

	line_number(b, "Status: ", re->status);
	if (re->type != NULL)
		line(b, "Content-Type: ", re->type);
	if (re->status != 304 && re->status != 204 && length >= 0)
		line_number(b, "Content-Length: ", length);
	if (re->etag != NULL)
		head_etag(rq, b);
	if (re->compressed)
		buf_str(b, "Content-Encoding: gzip\r\n");
	if (gzip_may(rq))
		buf_str(b, "Vary: Accept-Encoding\r\n");
	if (rq->route == NULL || !(rq->route->flags & R_PUBLIC))
		buf_str(b, "Cache-Control: private, no-cache\r\n");
	else if (!(rq->route->flags & R_NO_DATABASE))
		buf_str(b, "Cache-Control: no-store\r\n");
	buf_str(b, "X-Content-Type-Options: nosniff\r\n");
	cors_head(rq, b);
	buf_add(b, re->headers.data, re->headers.len);
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
	if (rq->reply.streaming)
		snapshot_ends_within(0);
}

void
stream(void *arg, struct buf *body)
{
	struct req *rq = arg;
	struct req_reply *re = &rq->reply;
	struct buf b = { 0 };

	if (!re->streaming) {
		re->compressed = gzip_may(rq) && gzip_wanted(rq);
		head(rq, &b, -1);
		put(rq, &b);
		b.len = 0;
		re->streaming = true;
		if (strcmp(rq->in.method, "GET") == 0)
			snapshot_ends_within(SNAPSHOT_SECONDS);
	}
	if (re->compressed) {
		gzip_add(rq, &b, body->data, body->len, re->sent);
		body = &b;
	}
	if (!rq->in.head)
		put(rq, body);
	re->out.len = 0;
	buf_free(&b);
}

/* The file can be read; or the answer becomes a problem. */
static void
prepare_file(struct req *rq)
{
	struct req_reply *re = &rq->reply;

	if (re->file == NULL || rq->in.head ||
	    content_start(re->file, re->file_from, re->file_len))
		return;
	log_error("cannot read an attachment's file: %s", strerror(errno));
	reply_no_file(rq);
	refuse(rq, INTERNAL);
}

static void
send_file(struct req *rq)
{
	char block[32 * 1024];
	ssize_t n;

	while ((n = content_read(rq->reply.file, block, sizeof(block))) > 0)
		if (!rq->io->write(rq->io->arg, block, (size_t)n))
			return;
	if (n == -1)
		log_error("cannot read an attachment's file: %s",
		    strerror(errno));
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

void
send_answer(struct req *rq)
{
	struct req_reply *re = &rq->reply;
	struct buf b = { 0 };
	int64_t length;

	if (re->streaming) {
		re->sent = true;
		stream(rq, &re->out);
		return;
	}
	prepare_file(rq);
	compress(rq);
	length = re->file == NULL ? (int64_t)re->out.len : re->file_len;
	head(rq, &b, length);
	if (!rq->in.head && re->file == NULL)
		buf_add(&b, re->out.data, re->out.len);
	re->sent = true;
	put(rq, &b);
	buf_free(&b);
	if (!rq->in.head && re->file != NULL)
		send_file(rq);
}
