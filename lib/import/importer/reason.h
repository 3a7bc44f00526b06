/*
 * Why a record of an import was changed, skipped or refused: a code for
 * programs, and a phrase for people, with what it is about.
 */
#ifndef IMPORT_IMPORTER_REASON_H
#define IMPORT_IMPORTER_REASON_H

struct arena;

enum reason {
	NO_REASON,
	/* It was changed: this was lost, or is now elsewhere. */
	TITLE_CUT,
	NOTES_CUT,
	TAG_LEFT_OUT,
	DATE_NOT_READ,
	REPEAT_NOT_READ,
	REMINDERS_LEFT_OUT,
	STEP_REDUCED,
	FIELD_LEFT_OUT,
	IN_THE_NOTES,
	FILE_LEFT_OUT,
	/* It was skipped. */
	NOT_A_TASK,
	DELETED_THERE,
	ARCHIVED_THERE,
	PART_OF_A_SERIES,
	LIST_LEFT_OUT,
	/* It exists, or was refused. */
	EXISTS_HERE,
	NOT_ALLOWED,
	REASON__MAX
};

/* The code, as "title-cut". */
const char	*reason_code(enum reason);
/* The phrase; `what` may be NULL if the reason needs nothing. */
const char	*reason_text(struct arena *, enum reason, const char *what);

#endif
