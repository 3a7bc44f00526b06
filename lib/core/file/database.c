#include "core/file/database.h"

#include <errno.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/log.h"
#include "core/file/transact.h"
#include "query/content.h"

#define PIECE		(256 * 1024)
#define PAGE		500		/* orphans that one statement finds */

/* The first piece begins the upload. */
static bool
add_piece(void *arg)
{
	struct content *f = arg;
	struct db *db = f->ctx->db;

	if (f->n == 0)
		q_content_begin(db, f->id, NULL, 0, f->ctx->now);
	q_content_piece_add(db, f->id, f->n, f->piece, f->piece_len);
	return true;
}

static void
write_piece(struct content *f)
{
	content_transact(f->ctx, add_piece, f);
	f->n++;
	f->piece_len = 0;
}

static void
database_begin(struct content *f)
{
	f->id = id_new(f->ctx->arena);
	f->piece = arena_alloc(f->ctx->arena, PIECE);
}

static void
database_add(struct content *f, const void *data, size_t len)
{
	const char *p = data;
	size_t n;

	for (; len > 0; p += n, len -= n) {
		n = PIECE - f->piece_len < len ? PIECE - f->piece_len : len;
		memcpy(f->piece + f->piece_len, p, n);
		f->piece_len += n;
		if (f->piece_len == PIECE)
			write_piece(f);
	}
}

/* An empty content has an empty piece. */
static void
database_finish(struct content *f)
{
	if (f->piece_len > 0 || f->n == 0)
		write_piece(f);
}

static void
remove_content(struct ctx *c, const unsigned char *sha256)
{
	struct content_find_row was;

	if (!only_content_find(q_content_find(c->db, sha256, CONTENT_HASH),
	    c->arena, &was))
		return;
	q_content_pieces_remove(c->db, was.id);
	q_content_remove(c->db, sha256, CONTENT_HASH);
}

static void
database_keep(struct ctx *c, struct content *f)
{
	if (f->replaces)
		remove_content(c, f->sha256);
	f->ended = q_content_name(c->db, f->sha256, CONTENT_HASH, f->id,
	    f->size) > 0;
	if (f->ended && q_content_end(c->db, f->id) == 0)
		fatal(FATAL_BUSY, "the upload took over a day");
}

static void
remove_upload(struct ctx *c, const char *id)
{
	q_content_pieces_remove(c->db, id);
	q_content_end(c->db, id);
}

static bool
database_forget(void *arg)
{
	const struct content *f = arg;

	remove_upload(f->ctx, f->id);
	return true;
}

/* If others are busy, docket-cleanup does it. */
static void
database_drop(struct content *f)
{
	if (f->n > 0)
		content_try(f->ctx, database_forget, f);
}

static bool
open_rows(struct content_reader *r)
{
	struct content_find_row row;
	struct ctx *c = r->ctx;

	if (!only_content_find(q_content_find(c->db, r->sha256,
	    CONTENT_HASH), c->arena, &row)) {
		errno = ENOENT;
		return false;
	}
	r->id = row.id;
	r->size = rows_one(q_content_stored(c->db, row.id), 0);
	r->arena = arena_new();
	return true;
}

/* Gets the piece with the next byte, unless it is there; false if it is not
 * stored. */
static bool
read_piece(struct content_reader *r)
{
	struct content_piece_row row;

	if (r->n == r->at / PIECE)
		return true;
	arena_reset(r->arena);
	r->n = -1;
	if (!only_content_piece(q_content_piece(r->ctx->db, r->id,
	    r->at / PIECE), r->arena, &row) ||
	    row.data_len <= (size_t)(r->at % PIECE)) {
		errno = ENODATA;
		return false;
	}
	r->n = r->at / PIECE;
	r->piece = row.data;
	r->piece_len = row.data_len;
	return true;
}

/* So that a missing one is known before the answer begins. */
static bool
database_start(struct content_reader *r)
{
	return r->at >= r->size || read_piece(r);
}

static ssize_t
database_read(struct content_reader *r, void *to, size_t size)
{
	size_t from = (size_t)(r->at % PIECE);

	if (r->at >= r->size)
		return 0;
	if (!read_piece(r))
		return -1;
	if (size > r->piece_len - from)
		size = r->piece_len - from;
	memcpy(to, r->piece + from, size);
	return (ssize_t)size;
}

static void
close_rows(struct content_reader *r)
{
	arena_free(r->arena);
}

static void
database_unnamed(struct ctx *c, struct orphans *o)
{
	unsigned char after[CONTENT_HASH] = { 0 };
	struct content_orphans_row row;
	struct rows *r;
	size_t n;

	do {
		r = q_content_orphans(c->db, after, sizeof(after), PAGE);
		for (n = 0; next_content_orphans(r, c->arena, &row); n++) {
			memcpy(after, row.sha256, sizeof(after));
			store_orphan(c, o, store_hex(c, after));
		}
	} while (n == PAGE);
}

static int64_t
a_day_ago(const struct ctx *c)
{
	return c->now - DAY;
}

static void
database_orphans(struct ctx *c, struct orphans *o)
{
	struct content_left_row row;
	struct rows *r = q_content_left(c->db, a_day_ago(c), PAGE);

	while (next_content_left(r, c->arena, &row))
		store_orphan(c, o, row.id);
	database_unnamed(c, o);
}

static bool
database_sweep(struct ctx *c, const char *name)
{
	unsigned char sha256[CONTENT_HASH];

	if (!store_hash(name, sha256)) {
		if (!rows_any(q_content_is_left(c->db, name, a_day_ago(c))))
			return false;
		remove_upload(c, name);
		return true;
	}
	if (rows_any(q_attachment_known(c->db, sha256, CONTENT_HASH)))
		return false;
	remove_content(c, sha256);
	return true;
}

const struct store store_database = {
	.rows = true,
	.begin = database_begin,
	.add = database_add,
	.finish = database_finish,
	.keep = database_keep,
	.drop = database_drop,
	.open = open_rows,
	.start = database_start,
	.read = database_read,
	.close = close_rows,
	.name = store_hex,
	.orphans = database_orphans,
	.sweep = database_sweep
};
