/*
 * HTML as plain text.
 */
#ifndef BASE_HTML_H
#define BASE_HTML_H

#include <stdbool.h>

struct arena;

/*
 * The text of a piece of HTML: a line for each paragraph, line break, list
 * item, row and heading; white space as browsers show it; character references
 * resolved; nothing of tags, comments, scripts and styles.  Broken HTML gives
 * some text.
 */
const char	*html_text(struct arena *, const char *html);
/* Does it look like HTML: has it a tag of those that make lines, or a link? */
bool		 html_is(const char *text);

#endif
