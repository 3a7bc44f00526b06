/*
 * One user's data as the interface's JSON: live records of what they own.
 */
#ifndef CORE_BATCH_EXPORT_H
#define CORE_BATCH_EXPORT_H

#include <stdbool.h>

struct ctx;
struct jw;

#define EXPORT_SCHEMA	"1"

/* In an archive: the name of the JSON, and the directory of the attachments,
 * each at TASK-ID/ATTACHMENT-ID/FILENAME. */
#define EXPORT_FILE	"docket-export.json"
#define EXPORT_FILES	"attachments"

/*
 * Writes the whole object of the context's user, row by row: if the writer has
 * a drain, memory does not grow with the data.  For an archive it has one more
 * member, `attachments`: id, taskId, filename, sizeBytes and sha256 of each
 * file that the archive should have.  texts: adds the clients' texts
 * (export/texts.h).
 */
void	 export_write(struct ctx *, struct jw *, bool archive,
	    void (*texts)(struct ctx *, struct jw *));

#endif
