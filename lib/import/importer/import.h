/*
 * An import: what is asked for, and its state in the importer.
 */
#ifndef IMPORT_IMPORTER_IMPORT_H
#define IMPORT_IMPORTER_IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/ctx.h"
#include "import/importer/file.h"
#include "import/importer/result.h"

struct arena;
struct names;
struct run_item;
struct run_tag;
struct target;

enum date_order { ORDER_UNKNOWN, ORDER_YMD, ORDER_DMY, ORDER_MDY };

/* A field of a task, and the head of the column that has it. */
struct column_choice {
	const char	*field;
	const char	*column;
};

struct import_options {
	const char	*list;		/* the list of tasks without one; NULL:
					 * the file's name */
	const char	*zone;		/* of times without a zone */
	bool		 section_lists;	/* sections become lists, not tags */
	enum date_order	 date_order;
	const struct column_choice *map;	/* NULL: found by the heads */
	size_t		 map_count;
	const char	**lists;	/* the ids of a dry run; NULL: all */
	size_t		 list_count;
	bool		 dry_run;
	bool		 trusted;	/* our own archive may be of any size */
	int		 wait;		/* seconds for the write lock */
};

struct import {
	struct ctx	 ctx;		/* of the user; its arena lasts */
	struct import_options options;
	const char	*id;		/* of this import */
	const char	*format;	/* by name */
	bool		 tried;		/* on files of that service itself */
	struct import_file *given;	/* the files that were given */
	size_t		 given_count;
	struct result	 result;
	int64_t		 expected;	/* records, if the reader knows */
	/* DONE as long as all is well; otherwise why, a sentence, and the row
	 * it is about (0: none). */
	enum outcome	 outcome;
	const char	*why;
	int64_t		 row;

	/* Of the importer: */
	const char	*space;		/* of its ids */
	bool		 writing;	/* a transaction is open */
	int64_t		 began;		/* when it got the write lock */
	int64_t		 waited;	/* for the lock; in microseconds */
	bool		 claimed;	/* no other import runs */
	struct names	*targets;	/* struct target by the source's id */
	struct target	*first_target, **last_target;
	struct names	*chosen;	/* lists by their ids; NULL: all */
	struct names	*left_out;	/* tasks of lists that were not */
	struct names	*groups;	/* ids by title */
	struct names	*tags;		/* struct run_tag by name's key */
	struct run_tag	*first_tag, **last_tag;
	int64_t		 tags_hidden;
	struct names	*copies;	/* how often a record without id came */
	struct names	*rolled;	/* tasks of rolled back transactions */
	struct arena	*queue_arena;
	struct run_item	*queue, **queue_end;
	int64_t		 queued;
	struct run_item	*later, **later_end;
	int64_t		 later_count;
	size_t		 later_files;
	struct result_list *lists;
	size_t		 list_count;
	struct result	 saved;		/* before work_finish() */
	struct result_list *saved_lists;
	struct import_file *contents;	/* the archive again, for its files */
	size_t		 content_count;
	struct names	*content_names;	/* of them; NULL: not asked yet */
};

/* A list of the source. */
struct import_list {
	int64_t		 row;
	const char	*id;		/* of the source */
	const char	*title;
	const char	*group;		/* the source's id of a group, or NULL */
	const char	*group_title;
};

#endif
