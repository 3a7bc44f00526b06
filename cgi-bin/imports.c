/*
 * Imports: files of Docket and of other services become records of the caller,
 * who can look before, and undo it.
 */
#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/filename.h"
#include "base/id.h"
#include "base/json/read.h"
#include "base/settings/settings.h"
#include "base/zone.h"
#include "core/batch/imports.h"
#include "core/file/media_type.h"
#include "core/user/token.h"
#include "import/import.h"
#include "import/importer/run.h"
#include "import/importer/work.h"
#include "import/names.h"
#include "import/undo.h"
#include "query/imports.h"
#include "web/form.h"
#include "web/listing.h"
#include "web/part_header.h"
#include "web/reply.h"
#include "web/request.h"
#include "web/route.h"
#include "web/show.h"

#define MAP_MAX		32	/* columns that are chosen */
#define LISTS_MAX	1000	/* that are chosen */

enum { FORMAT, LIST, ZONE, SECTIONS, MAP, DATE_ORDER, LIST_IDS, DRY_RUN,
	TEXTS };

/* An import while it is asked for. */
struct import_request {
	struct form_text texts[TEXTS + 1];
	struct import_file files[IMPORT_FILES_MAX];
	size_t		 count;
	int		 fd;		/* of the last one */
	crypto_generichash_state hash;
	struct column_choice map[MAP_MAX];
	struct import_source source;
	struct import	 im;
};

/* The file is in the data directory, without a name: not by O_TMPFILE, which
 * some file systems lack. */
static bool
file_begin(struct req *rq, void *arg, const struct form_part *p)
{
	struct import_request *q = arg;
	const char *path = arena_printf(rq->ctx.arena, "%s/import-%s",
	    rq->ctx.settings->data, id_new(rq->ctx.arena));

	q->fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (q->fd == -1 || unlink(path) == -1)
		file_failed(path);
	q->files[q->count++] = file_of(q->fd, filename_safe(rq->ctx.arena,
	    p->filename));
	return true;
}

static bool
file_add(struct req *rq, void *arg, const char *data, size_t len)
{
	struct import_request *q = arg;
	ssize_t n;

	(void)rq;
	crypto_generichash_update(&q->hash, (const unsigned char *)data, len);
	q->files[q->count - 1].size += (int64_t)len;
	for (; len > 0; data += n, len -= (size_t)n) {
		n = write(q->fd, data, len);
		if (n == -1 && errno != EINTR)
			file_failed("a file that is imported");
		n = n == -1 ? 0 : n;
	}
	return true;
}

/* Two requests are the same if their files and texts are. */
static void
import_fingerprint(struct req *rq, struct import_request *q)
{
	unsigned char hash[crypto_generichash_BYTES];
	char *hex = arena_alloc(rq->ctx.arena, 2 * sizeof(hash) + 1);
	int i;

	for (i = 0; i < TEXTS; i++)
		if (q->texts[i].value != NULL) {
			crypto_generichash_update(&q->hash,
			    (const unsigned char *)q->texts[i].name,
			    strlen(q->texts[i].name) + 1);
			crypto_generichash_update(&q->hash,
			    (const unsigned char *)q->texts[i].value,
			    strlen(q->texts[i].value) + 1);
		}
	crypto_generichash_final(&q->hash, hash, sizeof(hash));
	sodium_bin2hex(hex, 2 * sizeof(hash) + 1, hash, sizeof(hash));
	rq->body.fingerprint = hex;
}

/* The number of a text among the words; -1 if it was not sent; wrong ones
 * become errors. */
static int
choice(struct req *rq, const struct form_text *t, const char *const *words,
    const char *must)
{
	int i;

	if (t->value == NULL)
		return -1;
	for (i = 0; words[i] != NULL; i++)
		if (strcmp(words[i], t->value) == 0)
			return i;
	field_error(rq, arena_printf(rq->ctx.arena, "/%s", t->name),
	    "not-one-of", must);
	return -1;
}

/* {"title": "Subject"}: fields, and the heads of their columns. */
static void
read_map(struct req *rq, struct import_request *q)
{
	const char *text = q->texts[MAP].value, *why = NULL;
	cJSON *tree = text == NULL ? NULL :
	    json_read(rq->ctx.arena, text, strlen(text), &why);
	size_t n = 0;
	cJSON *j;

	cJSON_ArrayForEach(j, tree)
		if (cJSON_IsString(j) && n < MAP_MAX)
			q->map[n++] = (struct column_choice){
			    arena_str(rq->ctx.arena, j->string),
			    arena_str(rq->ctx.arena, j->valuestring) };
		else
			why = "";
	if (text != NULL && (tree == NULL || why != NULL))
		field_error(rq, "/map", "invalid-format",
		    "Must be a JSON object of texts.");
	json_free(tree);
	q->im.options.map = n == 0 ? NULL : q->map;
	q->im.options.map_count = n;
}

/* "ID,ID": some lists of a dry run. */
static void
read_list_ids(struct req *rq, struct import_request *q)
{
	const char *p = q->texts[LIST_IDS].value;
	struct import_options *o = &q->im.options;
	struct arena *a = rq->ctx.arena;
	unsigned char bytes[ID_BYTES];
	bool ok = true;
	char id[ID_SIZE];
	size_t n;

	if (p == NULL)
		return;
	o->lists = arena_alloc(a, LISTS_MAX * sizeof(*o->lists));
	do {
		n = strcspn(p, ",");
		ok = o->list_count < LISTS_MAX &&
		    id_parse(arena_dup(a, p, n), bytes);
		if (ok) {
			id_format(bytes, id);
			o->lists[o->list_count++] = arena_str(a, id);
		}
		p += n;
	} while (ok && *p++ == ',');
	if (!ok)
		field_error(rq, "/listIds", "invalid-format", "Must be up to "
		    "1000 ids of lists, with commas between them.");
}

/* False if refused, with each wrong field. */
static bool
read_options(struct req *rq, struct import_request *q)
{
	static const char *const sections[] = { "tags", "lists", NULL },
	    *const orders[] = { "ymd", "dmy", "mdy", NULL },
	    *const truths[] = { "false", "true", NULL };
	struct import_options *o = &q->im.options;

	o->list = q->texts[LIST].value;
	o->zone = q->texts[ZONE].value;
	if (o->zone != NULL && !zone_valid(o->zone))
		field_error(rq, "/zone", "invalid-format",
		    "Must be an IANA time zone such as Europe/Berlin.");
	o->section_lists = choice(rq, &q->texts[SECTIONS], sections,
	    "Must be tags or lists.") == 1;
	o->date_order = (enum date_order)(1 + choice(rq, &q->texts[DATE_ORDER],
	    orders, "Must be ymd, dmy or mdy."));
	o->dry_run = choice(rq, &q->texts[DRY_RUN], truths,
	    "Must be true or false.") == 1;
	read_map(rq, q);
	read_list_ids(rq, q);
	if (choice(rq, &q->texts[FORMAT], import_formats,
	    "Must be one of importFormats.") == -1)
		q->texts[FORMAT].value = NULL;
	if (q->count == 0)
		field_error(rq, "/file", "required", "Is required.");
	if (rq->reply.error_count > 0)
		refuse(rq, VALIDATION_FAILED);
	return rq->reply.error_count == 0;
}

static void
release_import(struct req *rq)
{
	struct import_request *q = rq->before.import;
	size_t i;

	if (q->im.format != NULL)
		run_end(&q->im);
	for (i = 0; i < q->count; i++)
		close(q->files[i].fd);
}

/* Answers why the import failed, with the row and the columns it is about. */
static void
refuse_import(struct req *rq, const struct import *im)
{
	struct jw *jw;

	if (im->outcome == BUSY) {
		refuse(rq, BUSY);
		return;
	}
	jw = refuse_open(rq, im->outcome);
	jw_put_text(jw, "detail", arena_printf(rq->ctx.arena, "%c%s.",
	    im->why[0] & ~32, im->why + 1));
	if (im->row > 0)
		jw_put_int(jw, "row", im->row);
	if (im->result.columns != NULL) {
		jw_name(jw, "columns");
		jw_json(jw, im->result.columns);
	}
	jw_object_end(jw);
}

static bool
read_form(struct req *rq, struct import_request *q)
{
	static const char *const names[TEXTS] = { "format", "list", "zone",
		"sections", "map", "dateOrder", "listIds", "dryRun" };
	struct form form = { .texts = q->texts, .files = IMPORT_FILES_MAX,
	    .begin = file_begin, .add = file_add, .arg = q,
	    .most = rq->ctx.settings->import_max_bytes };
	int i;

	for (i = 0; i < TEXTS; i++)
		q->texts[i] = (struct form_text){ names[i],
		    i == LIST_IDS ? LISTS_MAX * ID_SIZE + 1 : FORM_TEXT_MAX,
		    NULL };
	crypto_generichash_init(&q->hash, NULL, 0, crypto_generichash_BYTES);
	if (!form_read(rq, &form))
		return false;
	import_fingerprint(rq, q);
	return read_options(rq, q);
}

/* Reads the files, and does all that can be done before the handler. */
static bool
before_import(struct req *rq)
{
	struct import_request *q = arena_alloc(rq->ctx.arena, sizeof(*q));
	struct import *im = &q->im;

	rq->before.import = q;
	rq->release = release_import;
	if (!read_form(rq, q))
		return false;
	im->ctx = rq->ctx;
	im->options.wait = WRITE_SECONDS;
	im->given = q->files;
	im->given_count = q->count;
	if (import_find(im, q->texts[FORMAT].value, &q->source) &&
	    import_read(im, &q->source) &&
	    (!im->options.dry_run || work_preview(im)))
		return true;
	refuse_import(rq, im);
	return false;
}

/* POST /me/imports: 201 Import, or 200 of a dry run; 413 file-too-large; 415
 * unknown-format; 422 malformed-import, unknown-columns, ambiguous-dates,
 * limit-reached, validation-failed; 503 busy while another import is
 * running. */
static void
create_import(struct req *rq)
{
	const struct import_request *q = rq->before.import;
	struct jw *jw;

	if (!q->im.options.dry_run)
		work_finish(&rq->before.import->im);
	jw = reply(rq, q->im.options.dry_run ? 200 : 201);
	jw_object(jw);
	import_show(&q->im, jw);
	jw_object_end(jw);
	if (!q->im.options.dry_run)
		reply_location(rq, "/me/imports/%s", q->im.id);
}

static void
show_import(struct req *rq, struct jw *jw, struct rows *r)
{
	struct imported i;

	row_imported(r, rq->ctx.arena, &i);
	show_record(jw, &rq->ctx, &kind_imported, &i, false);
}

/* GET /me/imports: those of the last 30 days, newest first. */
static void
get_imports(struct req *rq)
{
	answer_listing(rq, imported_all(&rq->ctx), show_import);
}

/* GET /me/imports/{importId}: 200 Import; 404 import-not-found. */
static void
get_import(struct req *rq)
{
	struct imported i;

	answer_record(rq, imported_get(&rq->ctx, rq->arg[0], &i),
	    &kind_imported, &i);
}

struct undoing {
	struct import_undo undo;
	struct buf	 kept;
	struct jw	 jw;
};

static void
release_undo(struct req *rq)
{
	buf_free(&rq->before.undoing->kept);
}

/* Undoes it in portions, between which others can write. */
static bool
before_undo(struct req *rq)
{
	struct undoing *u = arena_alloc(rq->ctx.arena, sizeof(*u));
	enum outcome o;

	rq->before.undoing = u;
	rq->release = release_undo;
	u->jw.out = &u->kept;
	u->undo = (struct import_undo){ .import = rq->arg[0], .kept = &u->jw };
	jw_array(&u->jw);
	o = undo_import(&rq->ctx, &u->undo, WRITE_SECONDS);
	jw_array_end(&u->jw);
	if (o != DONE)
		refuse(rq, o);
	return o == DONE;
}

/* DELETE /me/imports/{importId}: 200 {removed, kept}; 404 import-not-found. */
static void
delete_import(struct req *rq)
{
	struct undoing *u = rq->before.undoing;
	struct jw *jw = reply(rq, 200);

	jw_object(jw);
	jw_put_int(jw, "removed", u->undo.removed);
	jw_name(jw, "kept");
	jw_json(jw, arena_dup(rq->ctx.arena, u->kept.data, u->kept.len));
	jw_object_end(jw);
}

static const struct route routes[] = {
	{ .method = "GET", .path = "/me/imports", .handle = get_imports,
	    .token = TOKEN_READ },
	{ .method = "POST", .path = "/me/imports", .handle = create_import,
	    .flags = R_WRITE | R_UPLOAD | R_LONG, .before = before_import,
	    .token = TOKEN_WRITE },
	{ .method = "GET", .path = "/me/imports/{importId}",
	    .handle = get_import, .token = TOKEN_READ },
	{ .method = "DELETE", .path = "/me/imports/{importId}",
	    .handle = delete_import, .flags = R_WRITE | R_LONG | R_ALONE,
	    .before = before_undo, .scope = SCOPE_USER,
	    .token = TOKEN_WRITE },
	{ .method = NULL }
};

const struct route_group imports_group = { .name = "imports",
	.routes = routes, .reads = media_files };
