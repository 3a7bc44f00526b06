/*
 * A field of a record or body as clients know it: its name, type and bounds;
 * where it is, besides answers; and where the record's struct has the value.
 */
#ifndef CORE_FIELD_H
#define CORE_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/id.h"
#include "base/json/write.h"
#include "core/outcome.h"

struct cJSON;
struct ctx;
struct jw;
struct rows;

enum field_type {
	F_TEXT,		/* min to max characters */
	F_NAME,		/* the same after trimming, in NFC, without control
			 * characters */
	F_PASSWORD,	/* min to max bytes */
	F_UUID,
	F_REF,		/* the id of a record; another text finds none */
	F_RANK,
	F_BOOL,
	F_MINE,		/* is the id in this member the caller's? */
	F_DATE,		/* YYYY-MM-DD */
	F_TIME,		/* HH:MM */
	F_STAMP,	/* RFC 3339 date-time */
	F_WORD,		/* one of words */
	F_EMAIL,
	F_ZONE,		/* an IANA time zone */
	F_INT,		/* min to max */
	F_UUIDS,	/* array of min to max UUIDs, none twice; held as JSON */
	F_JSON,		/* any value, as written */
	F_SCALAR__MAX,

	/* In the tables of bodies only (web/fields.h). */
	F_IDS = F_SCALAR__MAX,	/* array of min to max strings */
	F_WORDS,	/* array of min to max of words: a set of their bits */
	F_OBJECT,	/* with the fields sub */
	F_ITEMS,	/* array of min to max objects with the fields sub */
	F_RECORD	/* those of a record: see RECORD */
};

/* A record's field is in every answer, unless it is F_FEED. */
enum {
	F_NULL = 1,
	F_REQUIRED = 2,		/* in a new record */
	F_NEW = 4,		/* in the body that creates a record */
	F_SET = 8,		/* in the body that changes it */
	F_EXPORT = 16,
	F_IMPORT = 32,		/* read from an export */
	F_COPY = F_EXPORT | F_IMPORT,
	F_PERSONAL = 64,	/* each user has their own value */
	F_FEED = 128,		/* in the feed only */
	F_GONE = 256,		/* present only if set: a tombstone's */
	F_HIDDEN = 512		/* in no answer but the export */
};

/* The C type of a value.  Texts are NULL and stamps 0 for null. */
enum field_kind { VALUE_NONE, VALUE_TEXT, VALUE_BOOL, VALUE_INT };

/* What is wrong with a value; code NULL: nothing. */
struct fault {
	const char	*code;
	const char	*detail;
};

/* A table of them ends with the name NULL. */
struct field {
	const char		*name;
	enum field_type		 type;
	unsigned		 flags;
	size_t			 min, max;	/* max 0: no bound */
	const char *const	*words;		/* NULL last */
	enum field_kind		 value;
	size_t			 at;		/* offset in the struct */
	const struct field	*sub;
	enum outcome		 problem;	/* 0: VALIDATION_FAILED */
	/* A further check of a text; NULL: none. */
	struct fault		(*check)(struct ctx *, const char *text);
};

/* A row of a body's table: the fields of a record that have the flag F_NEW or
 * F_SET; with F_REQUIRED, those that have it, too, must be given. */
#define RECORD(record, how)						\
	{ .name = "", .type = F_RECORD, .flags = (how),			\
	    .sub = record##_fields }

/* Where struct `record` has a field. */
#define AT(record, member)						\
	.at = offsetof(struct record, member),				\
	.value = _Generic(((struct record *)0)->member,			\
	    const char *: VALUE_TEXT, bool: VALUE_BOOL, int64_t: VALUE_INT)

/* A field, and the column of a statement that has it. */
struct row_field {
	const struct field	*field;
	int			 column;
	struct jw_lead		 lead;
	unsigned char		 id[ID_BYTES];	/* the last that was written */
	char			 id_text[ID_SIZE]; /* and its text, or "" */
};

/* The C type of the values of a type. */
enum field_kind	 field_kind_of(enum field_type);
/* The name of a type, for --routes. */
const char	*field_type_name(enum field_type);

/* The detail of a fault says what a value must be. */
struct fault	 field_check_length(struct ctx *, const struct field *,
		    size_t length, const char *unit);
/* Reads a value that is not null: into the text, bool or int64_t at `to`. */
struct fault	 field_read(struct ctx *, const struct field *,
		    const struct cJSON *, void *to);
/* Writes a member of the open object: a value of its C type. */
void		 field_write(struct jw *, const struct field *,
		    const void *from, const char *caller);
/* Writes members of the open object: columns of a row. */
void		 field_write_columns(struct jw *, struct row_field *,
		    size_t count, struct rows *, const char *caller);
/* Copies a value of its C type. */
void		 field_copy(const struct field *, void *to, const void *from);
bool		 field_same(const struct field *, const void *, const void *);

#endif
