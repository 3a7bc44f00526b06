/*
 * Records as the interface's JSON objects.
 */
#ifndef WEB_SHOW_H
#define WEB_SHOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ctx;
struct jw;
struct record_kind;
struct row_shape;
struct rows;

/* Writes the object; in the feed with the member "kind" and the fields F_FEED,
 * a user also with the notification preferences. */
void	 show_record(struct jw *, const struct ctx *,
	    const struct record_kind *, const void *record, bool feed);
/* The same of a row, outside the feed. */
void	 show_row(struct jw *, const struct ctx *, struct row_shape *,
	    struct rows *);

/* The stamp of a record at one of its kind's offsets; 0 if there is none. */
int64_t	 record_stamp(const void *record, size_t offset);

#endif
