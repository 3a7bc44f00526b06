/*
 * One user's data as the interface's JSON: live records of what they own.
 */
#ifndef CORE_BATCH_EXPORT_H
#define CORE_BATCH_EXPORT_H

struct ctx;
struct jw;

#define EXPORT_SCHEMA	"1"

/* In an archive with the attachments: the name of the JSON, and the folder of
 * the files, each under TASK-ID/ATTACHMENT-ID/ by its filename. */
#define EXPORT_FILE	"docket-export.json"
#define EXPORT_FILES	"attachments"

/* Writes the whole object, row by row: memory does not grow with the data
 * where the writer drains.  The caller of the context is whose it is. */
void	 export_write(struct ctx *, struct jw *);

#endif
