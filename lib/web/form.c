#include "web/form.h"

#include <string.h>

#include "base/text.h"
#include "web/body.h"
#include "web/multipart.h"
#include "web/reply.h"
#include "web/request.h"

#define EXTRA_MAX	(64 * 1024)	/* bytes of a body beyond its files */

struct reading {
	struct req		*rq;
	struct form		*form;
	struct form_text	*text;		/* the part that is read, or NULL */
	struct buf		 bytes;		/* of it */
	bool			 in_file;
	int64_t			 files, stored;
	int64_t			 length;	/* of the whole body; -1:
						 * unknown */
	int64_t			 most;		/* bytes to read at most */
	int64_t			 got;
	const char		*wrong;		/* what is wrong with a part, or
						 * NULL */
};

static long
read_form_body(void *arg, char *p, size_t n)
{
	struct reading *rd = arg;
	long got;

	if (rd->most - rd->got < (int64_t)n)
		n = (size_t)(rd->most - rd->got);
	if (n == 0)
		return 0;
	got = rd->rq->io->read(rd->rq->io->arg, p, n);
	if (got > 0)
		rd->got += got;
	return got;
}

static bool
begin_part(struct reading *rd, const struct form_part *p)
{
	struct form_text *t = rd->form->texts;

	rd->bytes.len = 0;
	rd->in_file = strcmp(p->name, "file") == 0;
	rd->text = NULL;
	if (rd->in_file && rd->files++ == rd->form->files) {
		rd->wrong = rd->form->files == 1 ? "Only one file is allowed." :
		    "There are too many files.";
		return true;
	}
	if (rd->in_file)
		return rd->form->begin(rd->rq, rd->form->arg, p);
	while (t->name != NULL && strcmp(t->name, p->name) != 0)
		t++;
	rd->text = t->name == NULL ? NULL : t;
	return true;
}

static bool
add_to_part(struct reading *rd, const char *data, size_t len)
{
	if (!rd->in_file) {
		if (rd->text != NULL && rd->bytes.len < rd->text->most)
			buf_add(&rd->bytes, data, len);
		return true;
	}
	rd->stored += (int64_t)len;
	if (rd->stored > rd->form->most) {
		refuse_because(rd->rq, FILE_TOO_LARGE,
		    "The limit is %lld bytes.", (long long)rd->form->most);
		return false;
	}
	return rd->form->add(rd->rq, rd->form->arg, data, len);
}

/* Ends a text.  A longer one is cut off, perhaps within a character. */
static void
end_part(struct reading *rd)
{
	size_t len, valid;

	if (rd->text == NULL)
		return;
	len = rd->bytes.len < rd->text->most ? rd->bytes.len : rd->text->most;
	valid = len == 0 ? 0 : text_valid_length(rd->bytes.data, len);
	if (rd->text->value != NULL)
		rd->wrong = "A part is repeated.";
	if (len - valid > (len < rd->bytes.len ? 3 : 0))
		rd->wrong = "A part is not UTF-8 or contains U+0000.";
	rd->text->value = arena_dup(rd->rq->ctx.arena, rd->bytes.data, valid);
}

/* Refuses a message that is malformed or could not be read to its end. */
static void
refuse_message(struct reading *rd, const char *why)
{
	if (rd->length == -1 && rd->got == 0)
		refuse(rd->rq, LENGTH_REQUIRED);
	else if (rd->length == -1 && rd->got == rd->most)
		refuse(rd->rq, FILE_TOO_LARGE);
	else
		refuse_because(rd->rq, MALFORMED_BODY, "%s", why);
}

/* Reads what follows the last part, to detect a truncated body. */
static bool
read_rest(struct reading *rd)
{
	char block[4096];

	while (read_form_body(rd, block, sizeof(block)) > 0)
		;
	if (rd->length == -1 || rd->got == rd->length)
		return true;
	refuse_because(rd->rq, MALFORMED_REQUEST, "The body was cut off.");
	return false;
}

/* Reads all parts; false if refused. */
static bool
read_parts(struct reading *rd, struct multipart *m)
{
	const char *data;
	size_t len;

	while (rd->wrong == NULL) {
		switch (multipart_next(m, &data, &len)) {
		case MULTIPART_PART:
			if (!begin_part(rd, multipart_part(m)))
				return false;
			break;
		case MULTIPART_DATA:
			if (!add_to_part(rd, data, len))
				return false;
			break;
		case MULTIPART_PART_END:
			end_part(rd);
			break;
		case MULTIPART_END:
			return read_rest(rd);
		case MULTIPART_MALFORMED:
		case MULTIPART_FAILED:
			refuse_message(rd, multipart_why(m));
			return false;
		}
	}
	refuse_because(rd->rq, MALFORMED_BODY, "%s", rd->wrong);
	return false;
}

/* Is the body's length known to be allowed? */
static bool
length_allowed(struct reading *rd)
{
	rd->length = body_length(rd->rq);
	if (rd->length == -2) {
		refuse_because(rd->rq, MALFORMED_REQUEST,
		    "Content-Length is not a number.");
		return false;
	}
	rd->most = rd->form->most + EXTRA_MAX;
	if (rd->length > rd->most) {
		refuse(rd->rq, FILE_TOO_LARGE);
		return false;
	}
	if (rd->length != -1)
		rd->most = rd->length;
	return true;
}

bool
form_read(struct req *rq, struct form *form)
{
	struct reading rd = { .rq = rq, .form = form };
	const char *boundary;
	bool ok;

	if (!length_allowed(&rd))
		return false;
	boundary = multipart_boundary(rq->ctx.arena,
	    rq->in.env[ENV_CONTENT_TYPE]);
	if (boundary == NULL) {
		refuse_because(rq, UNSUPPORTED_MEDIA_TYPE,
		    "The body must be multipart/form-data.");
		return false;
	}
	ok = read_parts(&rd, multipart_new(rq->ctx.arena, boundary,
	    read_form_body, &rd));
	buf_free(&rd.bytes);
	return ok;
}
