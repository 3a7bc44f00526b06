/*
 * Records by their tables of fields (field.h).  Each record has one: list_fields
 * in list.c for struct list, and so on.  Answers, the feed, bodies, the export
 * and the import follow from it.
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
/* Copies the texts into the arena. */
void		 record_keep(struct arena *, const struct field *,
		    void *record);

/* A set of fields has a bit for each row of the table.  That of a member: */
unsigned	 record_bit(const struct field *, size_t at);
#define BIT(record, member)						\
	record_bit(record##_fields, offsetof(struct record, member))
/* Those of all fields with a flag. */
unsigned	 record_bits(const struct field *, unsigned flag);
/* Copies the values of a set of fields; returns those that changed. */
unsigned	 record_apply(const struct field *, void *record,
		    const void *from, unsigned set);

#endif
