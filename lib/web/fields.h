/*
 * A body's members against a route's table of fields.
 */
#ifndef WEB_FIELDS_H
#define WEB_FIELDS_H

struct cJSON;
struct field;
struct req;

/* Each field into a value, or an error at its pointer; `prefix` is the pointer
 * of the object they are members of. */
void		 fields_read(struct req *, const struct field *,
		    const struct cJSON *, const char *prefix);
/* The word for a type, for what is made of the tables. */
const char	*field_type_name(int type);

#endif
