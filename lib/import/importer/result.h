/*
 * What became of an import's records: counts, lists, samples, and reasons.
 */
#ifndef IMPORT_IMPORTER_RESULT_H
#define IMPORT_IMPORTER_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "import/importer/reason.h"

struct arena;
struct jw;

#define RESULT_RECORDS	1000	/* that are not simply made, at most */
#define RESULT_SAMPLE	50	/* that are, of a dry run */

/* In the order of struct result's counts. */
enum verdict {
	VERDICT_MADE,
	VERDICT_EXISTING,
	VERDICT_REFUSED,
	VERDICT_SKIPPED,
	VERDICT_CHANGED,	/* counted as made */
	VERDICT__MAX
};

/* One reason for a verdict, and what it is about. */
struct cause {
	enum reason	 reason;
	const char	*what;		/* or NULL */
};

struct result_record {
	int64_t		 row;		/* its number in the file; 0: none */
	const char	*kind;		/* "task" */
	const char	*id;		/* or NULL */
	const char	*title;
	enum verdict	 verdict;
	const char	*detail;	/* or NULL */
	/* Of a task, or NULL: the title of its list, and its date. */
	const char	*list;
	const char	*due_date;
	const struct cause *causes;	/* set by result_add() */
	size_t		 cause_count;
};

struct result_list {
	const char	*id;
	const char	*title;
	int64_t		 tasks;
	int64_t		 made;		/* of the tasks */
	bool		 left_out;	/* it was not chosen */
};

/* Zero-initialise, with an arena that lasts as long. */
struct result {
	struct arena	*arena;
	bool		 dry_run;	/* keeps a sample of what is made */
	/* Is called with each record; or NULL. */
	void		(*report)(void *, const struct result_record *);
	void		*report_arg;

	int64_t		 counts[VERDICT__MAX];
	int64_t		 reasons[REASON__MAX];
	struct result_record *records;
	size_t		 record_count;
	int64_t		 reported;	/* of them, not simply made */
	int64_t		 sample;
	const struct result_list *lists;
	size_t		 list_count;
	const char	*columns;	/* JSON, or NULL */
};

/* A record without an id, row or causes may have 0 and NULL there.  What is
 * kept is copied.  The detail follows from the causes. */
void	 result_add(struct result *, const struct result_record *,
	    const struct cause *, size_t);

/* Writes values: the counts, the lists, the reasons, the records. */
void	 result_counts(const struct result *, struct jw *);
void	 result_lists(const struct result *, struct jw *);
void	 result_reasons(const struct result *, struct jw *);
void	 result_records(const struct result *, struct jw *);

#endif
