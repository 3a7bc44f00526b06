#include "db/rows.h"

#include "base/arena.h"
#include "base/id.h"
#include "base/log.h"
#include "db/engine.h"

void
rows_bind_id(struct rows *r, int i, const char *uuid)
{
	r->engine->bind_id(r, i, uuid);
}

void
rows_bind_text(struct rows *r, int i, const char *s)
{
	r->engine->bind_text(r, i, s);
}

void
rows_bind_int(struct rows *r, int i, int64_t v)
{
	r->engine->bind_int(r, i, v);
}

void
rows_bind_bytes(struct rows *r, int i, const void *p, size_t n)
{
	r->engine->bind_bytes(r, i, p, n);
}

int64_t
rows_run(struct rows *r)
{
	return r->engine->run(r);
}

void
rows_queue(struct rows *r)
{
	if (r->engine->queue != NULL)
		r->engine->queue(r);
	else
		r->engine->run(r);
}

void
rows_ahead(struct rows *r)
{
	r->engine->ahead(r);
}

struct rows *
rows_many(struct rows *r)
{
	if (r->engine->many != NULL)
		r->engine->many(r);
	return r;
}

bool
rows_next(struct rows *r)
{
	return r->engine->next(r);
}

void
rows_end(struct rows *r)
{
	r->engine->end(r);
}

int64_t
rows_one(struct rows *r, int64_t otherwise)
{
	int64_t v = otherwise;

	if (rows_next(r)) {
		v = rows_int(r, 0);
		rows_end(r);
	}
	return v;
}

bool
rows_any(struct rows *r)
{
	bool any = rows_next(r);

	if (any)
		rows_end(r);
	return any;
}

int64_t
rows_int(struct rows *r, int i)
{
	return r->engine->number(r, i);
}

const char *
rows_peek(struct rows *r, int i, size_t *len)
{
	return r->engine->peek(r, i, len);
}

const char *
rows_text(struct rows *r, struct arena *a, int i)
{
	size_t len;
	const char *s = r->engine->peek(r, i, &len);

	return s == NULL ? NULL : arena_dup(a, s, len);
}

const char *
rows_id(struct rows *r, struct arena *a, int i)
{
	size_t len;
	const char *bytes = r->engine->peek(r, i, &len);
	char *s;

	if (bytes == NULL || len != ID_BYTES)
		return NULL;
	s = arena_raw(a, ID_SIZE);
	id_format((const unsigned char *)bytes, s);
	return s;
}

const void *
rows_bytes(struct rows *r, struct arena *a, int i, size_t *len)
{
	size_t n;
	const void *p = r->engine->peek(r, i, &n);

	if (len != NULL)
		*len = n;
	return arena_dup(a, p, n);
}

const char *
rows_one_text(struct rows *r, struct arena *a)
{
	const char *s = NULL;

	if (rows_next(r)) {
		s = rows_text(r, a, 0);
		rows_end(r);
	}
	return s;
}

const char *
rows_one_id(struct rows *r, struct arena *a)
{
	const char *s = NULL;

	if (rows_next(r)) {
		s = rows_id(r, a, 0);
		rows_end(r);
	}
	return s;
}
