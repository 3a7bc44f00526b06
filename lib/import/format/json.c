#include "import/format/json.h"

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/json/read.h"
#include "import/importer/fail.h"
#include "import/importer/file.h"
#include "import/importer/import.h"

struct json_stream *
json_open(struct import *im, struct import_file *f, struct arena *a, bool lines)
{
	/* Bytes that are not UTF-8 are malformed, not of another encoding. */
	if (f->charset == CHARSET_WINDOWS_1252)
		f->charset = CHARSET_UTF_8;
	if (f->charset == CHARSET_BINARY || !file_start_text(f, a)) {
		run_malformed(im, 0, f->why != NULL ? f->why : "not JSON");
		return NULL;
	}
	return json_stream_new(a, file_read_text, f, lines);
}

void
json_close(struct import *im, struct import_file *f,
    const struct json_stream *s)
{
	if (s != NULL && json_stream_why(s) != NULL)
		run_malformed(im, 0, f->why != NULL ? f->why :
		    json_stream_why(s));
}

struct cJSON *
json_take(struct import *im, struct json_stream *s, struct arena *a,
    enum json_type type, int64_t row)
{
	struct json_piece j;
	const char *why;
	cJSON *tree;

	if (type != JSON_OBJECT) {
		run_malformed(im, row, "not a JSON object");
		return NULL;
	}
	if (!json_stream_take(s, &j))
		return NULL;
	tree = json_read(a, j.text, j.len, &why);
	if (tree == NULL)
		run_malformed(im, row, why);
	return tree;
}

void
json_elements(struct import *im, struct json_stream *s, int64_t *row,
    json_element *each, void *arg)
{
	struct arena *a = arena_new();
	enum json_type type;
	cJSON *j;

	json_stream_enter(s);
	while (im->outcome == DONE &&
	    (type = json_stream_next(s)) != JSON_NONE) {
		j = json_take(im, s, a, type, ++*row);
		if (j != NULL)
			each(arg, a, j);
		json_free(j);
		arena_reset(a);
	}
	arena_free(a);
}

void
json_file(struct import *im, struct import_file *f,
    void (*read)(void *arg, struct json_stream *, enum json_type), void *arg)
{
	struct arena *a = arena_new();
	struct json_stream *s = json_open(im, f, a, false);

	if (s != NULL)
		read(arg, s, json_stream_next(s));
	json_close(im, f, s);
	arena_free(a);
}

/* A tree has an object at its top. */
void
json_take_text(struct import *im, struct json_stream *s, struct arena *a,
    const char **to)
{
	struct json_piece j;
	const char *text, *why;
	cJSON *tree;

	if (!json_stream_take(s, &j) || j.text[0] != '"')
		return;
	text = arena_printf(a, "{\"v\":%s}", j.text);
	tree = json_read(a, text, j.len + 6, &why);
	if (tree == NULL)
		run_malformed(im, 0, why);
	else
		*to = arena_str(a, json_text(tree, "v"));
	json_free(tree);
}

double
json_double(const struct cJSON *object, const char *name)
{
	const cJSON *j = json_member(object, name);

	return cJSON_IsNumber(j) ? j->valuedouble : 0;
}

const char *
json_text(const struct cJSON *object, const char *name)
{
	const cJSON *j = json_member(object, name);

	return cJSON_IsString(j) ? j->valuestring : NULL;
}

bool
json_true(const struct cJSON *object, const char *name)
{
	return cJSON_IsTrue(json_member(object, name));
}

int64_t
json_whole(const struct cJSON *object, const char *name, int64_t otherwise)
{
	json_int(json_member(object, name), &otherwise);
	return otherwise;
}
