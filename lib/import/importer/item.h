/*
 * What waits for the importer's transactions: a task with its parts, or a
 * record of our own export.
 */
#ifndef IMPORT_IMPORTER_ITEM_H
#define IMPORT_IMPORTER_ITEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/batch/export_kinds.h"
#include "import/importer/draft.h"

struct content;
struct target;

struct item_file {
	const char	*id;
	const char	*name;
	int64_t		 created_at;
	struct import_file *from;	/* in the archive */
	const unsigned char *sha256;	/* that it must have, or NULL */
	int64_t		 size;		/* and its size */
	struct content	*content;	/* while it is loaded; NULL in a dry
					 * run */
	bool		 differs;	/* from what it must be */
};

struct run_item {
	struct run_item	*next;
	int64_t		 row;
	struct exported	 record;	/* a task's id is set when it is made */
	bool		 ours;		/* a record of our export, as it is */
	struct target	*target;	/* the list of a task, or the list */
	/* Of a task of another service: */
	const char	*name;		/* from which its id is made */
	bool		 done;		/* before the last transaction */
	bool		 exists;	/* only parts of it may be new */
	const struct draft_step *steps;
	size_t		 step_count;
	const char	**tags;
	size_t		 tag_count;
	struct item_file *files;
	size_t		 file_count;
	const char	*text;		/* for CalDAV clients; NULL: none */
	const struct cause *causes;
	size_t		 cause_count;
};

/* A copy in another arena. */
struct run_item	*item_copy(struct arena *, const struct run_item *);
/* That of a draft, which is complete, without its files. */
struct run_item	*item_of(struct arena *, const struct draft *);

#endif
