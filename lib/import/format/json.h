/*
 * JSON files for the readers of formats.
 */
#ifndef IMPORT_FORMAT_JSON_H
#define IMPORT_FORMAT_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/json/stream.h"

struct arena;
struct cJSON;
struct import;
struct import_file;

/* Starts to read a file; NULL if the import has failed.  lines: as for
 * json_stream_new(). */
struct json_stream *json_open(struct import *, struct import_file *,
		    struct arena *, bool lines);
/* Ends it, NULL too: the import fails if the text was malformed. */
void		 json_close(struct import *, struct import_file *,
		    const struct json_stream *);
/* Takes the value that was found, which must be an object, as a tree for
 * json_free(); NULL if the import has failed. */
struct cJSON	*json_take(struct import *, struct json_stream *,
		    struct arena *, enum json_type, int64_t row);

/* What a reader does with an element of an array: a tree, and an arena that is
 * emptied afterwards. */
typedef void	 json_element(void *arg, struct arena *, const struct cJSON *);
/* Enters the array that was found, and takes its elements one by one, which
 * *row counts, while the import goes well. */
void		 json_elements(struct import *, struct json_stream *,
		    int64_t *row, json_element *, void *arg);
/* Reads a file: calls the function at its first value, of that type, which it
 * enters and reads to its end, or not. */
void		 json_file(struct import *, struct import_file *,
		    void (*read)(void *arg, struct json_stream *,
		    enum json_type), void *arg);

/* Takes the value that was found if it is a text; otherwise it stays as it
 * was. */
void		 json_take_text(struct import *, struct json_stream *,
		    struct arena *, const char **);

/* The value of a member: NULL if it is not a text; 0 if it is not a number;
 * false if it is not true; the last argument if it is not a whole number. */
const char	*json_text(const struct cJSON *, const char *name);
double		 json_double(const struct cJSON *, const char *name);
bool		 json_true(const struct cJSON *, const char *name);
int64_t		 json_whole(const struct cJSON *, const char *name,
		    int64_t otherwise);

#endif
