/*
 * Checks a body's members against a route's table of fields.
 */
#ifndef WEB_FIELDS_H
#define WEB_FIELDS_H

#include "base/json/raw.h"

struct cJSON;
struct field;
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
/* The name of a type, for --routes. */
const char	*field_type_name(int type);

#endif
