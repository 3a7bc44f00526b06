/*
 * Words of tables in the eight languages of the web app.
 */
#ifndef IMPORT_FORMAT_WORDS_H
#define IMPORT_FORMAT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* What a column can have, by the names of our own table. */
enum column {
	COLUMN_TITLE,
	COLUMN_NOTES,
	COLUMN_LIST,
	COLUMN_DONE,
	COLUMN_COMPLETED,
	COLUMN_STARRED,
	COLUMN_PRIORITY,
	COLUMN_DUE,
	COLUMN_DUE_TIME,
	COLUMN_REMINDER,
	COLUMN_REMINDER_TIME,
	COLUMN_REMINDER_ON,
	COLUMN_REPEAT,
	COLUMN_TAGS,
	COLUMN_STEPS,
	COLUMN_CREATED,
	COLUMN_ID,
	COLUMN__MAX
};

extern const char *const column_names[COLUMN__MAX];

/* What a head stands for; COLUMN__MAX if it is not known. */
enum column	 word_column(struct arena *, const char *head);

enum answer { ANSWER_YES, ANSWER_NO, ANSWER_UNKNOWN };

/* Yes or no, done or open, true or false, all (1, 100 %) or nothing (0) of what
 * there is to do; "" is no. */
enum answer	 word_answer(struct arena *, const char *);
/* Is it the highest priority? */
bool		 word_is_high(struct arena *, const char *);
/* Does it say that there is none, or that it is as usual? */
bool		 word_is_ordinary(struct arena *, const char *);
/* The rule (RFC 5545) of a word for a repetition, or NULL. */
const char	*word_repeat(struct arena *, const char *);

#endif
