/*
 * Records by their tables of fields (field.h).  Each record has one:
 * list_fields in list.c for struct list, and so on, and beside it its kind.
 * Answers, the feed, bodies, the export and the import follow from them.
 */
#ifndef CORE_RECORD_H
#define CORE_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "core/field.h"

struct arena;
struct cJSON;
struct columns;
struct ctx;
struct jw;
struct rows;

/* A kind of record.  Its functions take a record of that kind as void. */
struct record_kind {
	const char	*name;		/* the member "kind" in the feed */
	const struct field *fields;
	/* Writes the members, if there is more to it than the fields; NULL:
	 * there is not. */
	void		(*show)(struct jw *, const struct ctx *,
			    const void *record, bool feed);
	/* Offsets of stamps, 0 if there is none: of its row in the feed; of its
	 * version, which is its ETag; of its deletion. */
	size_t		 row_stamp, version, deleted_at;
};

/* Write members of the open object: those of an answer, or of the feed; those
 * of the export. */
void		 record_show(struct jw *, const struct field *,
		    const void *record, bool feed, const char *caller);
void		 record_export(struct jw *, const struct field *,
		    const void *record);

/* The fields of an answer, or of the export, and the columns of a statement
 * that have them: rows become JSON without a struct, for long listings. */
struct row_shape {
	size_t		 count;
	struct row_field of[32];
};
void		 record_shape(struct row_shape *, const struct field *,
		    const struct columns *);
void		 record_shape_export(struct row_shape *, const struct field *,
		    const struct columns *);
/* Writes the members of the present row. */
void		 record_show_row(struct jw *, struct row_shape *,
		    struct rows *, const char *caller);

/* Reads the fields F_IMPORT.  If one is wrong, *name is its. */
struct fault	 record_read(struct ctx *, const struct field *,
		    const struct cJSON *, void *record, const char **name);
/* The value of the first field, which identifies the record. */
const char	*record_id(const struct field *, const void *record);
/* What people know the record by: its first text or day. */
const char	*record_title(const struct field *, const void *record);
/* Copies the texts into the arena. */
void		 record_copy(struct arena *, const struct field *,
		    void *record);

/* A set of fields has a bit for each row of the table.  That of a member: */
unsigned	 record_bit(const struct field *, size_t at);
#define BIT(record, member)						\
	record_bit(record##_fields, offsetof(struct record, member))
/* Those of all fields with a flag. */
unsigned	 record_bits(const struct field *, unsigned flag);
/* Those whose value is not null, false or 0. */
unsigned	 record_present(const struct field *, const void *record);
/* Copies the values of a set of fields; returns those that changed. */
unsigned	 record_apply(const struct field *, void *record,
		    const void *from, unsigned set);
/* The fields whose values differ. */
unsigned	 record_difference(const struct field *, const void *,
		    const void *);

#endif
