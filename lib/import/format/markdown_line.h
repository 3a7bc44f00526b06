/*
 * Lines of Markdown: headings and items of lists, as far as checklists need
 * them.
 */
#ifndef IMPORT_FORMAT_MARKDOWN_LINE_H
#define IMPORT_FORMAT_MARKDOWN_LINE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

enum markdown_kind { MARKDOWN_BLANK, MARKDOWN_HEADING, MARKDOWN_ITEM,
	MARKDOWN_PROSE };

struct markdown_line {
	enum markdown_kind kind;	/* MARKDOWN_BLANK also if it only
					 * separates, as "---" */
	size_t		 indent;	/* columns; a tab stands for four */
	bool		 box;		/* an item that can be ticked off */
	bool		 done;
	const char	*text;		/* without the signs and white space
					 * around it; still with backslashes */
};

/* Reads a line; its text is in the arena. */
void		 markdown_line_read(struct arena *, const char *,
		    struct markdown_line *);
/* Takes off the backslashes before punctuation. */
const char	*markdown_plain(struct arena *, const char *);

#endif
