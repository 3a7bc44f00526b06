/*
 * Checks a body's members against a route's table of fields.
 */
#ifndef WEB_FIELDS_H
#define WEB_FIELDS_H

#include "base/json/raw.h"
#include "core/field.h"

struct cJSON;
struct req;
struct values;

/* A value of the body: as a tree, as written, and its pointer. */
struct part_of {
	const struct cJSON	*json;
	struct json_raw		 raw;
	const char		*pointer;
};

/* Reads the members of an object: each field into a value, or an error at its
 * pointer. */
void		 fields_read(struct req *, const struct field *,
		    const struct part_of *object, struct values *);

/* Adds an error for each member of the object that the table does not know. */
void		 fields_refuse_unknown(struct req *, const struct field *,
		    const struct cJSON *object);

/* Fields that several bodies have: at which end a record goes, or between which
 * neighbours. */
#define POSITION							\
	{ .name = "position", .type = F_WORD, .words = positions }
extern const char *const positions[];
extern const struct field neighbor_fields[];

/* The fields of a table, and of the records that it names (F_RECORD), each
 * required or not; NULL at the end.  Begin with the table as `row`. */
struct fields_walk {
	const struct field	*row;
	const struct field	*record;
};

const struct field	*fields_next(struct fields_walk *, bool *required);
/* Stores the values of a record's fields into its struct; returns the set of
 * those that were given. */
unsigned	 fields_store(const struct values *,
		    const struct field *of_record, void *record);
/* The name of a type, for --routes. */
const char	*fields_type_name(enum field_type);

#endif
