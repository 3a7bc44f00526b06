/*
 * The words of a text, as written.
 */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The next word of a text: a run of letters, numbers, private-use and
 * unassigned characters (categories L*, N*, Co, Cn as of Unicode 6.1) and,
 * within a run, of marks.  False at the end; *at moves past the word.
 */
bool	 text_next_word(const char **at, const char **word, size_t *len);

#endif
