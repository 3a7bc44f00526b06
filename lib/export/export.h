/*
 * The tasks of lists as files that other programs read: tables, todo.txt,
 * Markdown, iCalendar.  import/ reads back what the form can hold.
 */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include <stdbool.h>

struct ctx;
struct export_format;
struct jw;
struct list;

/* Their names, NULL last; the first is our own JSON, which only a user's whole
 * export has (core/batch/export.h). */
extern const char *const export_names[];
/* That of a name; NULL for our own. */
const struct export_format *export_named(const char *);
/* Media type, and the end of a file's name, without a dot; of the lists of a
 * user, or of one list. */
const char	*export_type(const struct export_format *, bool one);
const char	*export_extension(const struct export_format *, bool one);

/*
 * Writes live tasks, each as it is read: of the lists that the caller owns, or
 * of one list that the caller can reach.  The tags are the caller's.  Memory
 * does not grow with the tasks if the writer has a drain.
 */
void		 export_lists(struct ctx *, const struct export_format *,
		    struct jw *);
void		 export_list(struct ctx *, const struct export_format *,
		    const struct list *, struct jw *);

#endif
