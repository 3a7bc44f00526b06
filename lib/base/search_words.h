/*
 * The search words of a text: its words, folded as text_search_key() does and
 * cut to 200 bytes.  In scripts without spaces (Chinese, Japanese, Thai, Lao,
 * Burmese, Khmer) each pair of adjacent characters is a word, and so is the
 * last character; in a query, a single character only if it is the only one.
 * So a word of a query matches each word of a text that begins with it.
 */
#ifndef BASE_SEARCH_WORDS_H
#define BASE_SEARCH_WORDS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* The words of a text, n of them in *out, in the order of the text, with
 * repetitions. */
size_t		 text_search_words(struct arena *, const char *, bool query,
		    const char ***out);
/* The words of a tag's name as " word word": each word follows a space. */
const char	*text_tag_key(struct arena *, const char *name);

/* A word, and the texts that contain it: bit i for text i. */
struct text_word {
	const char	*word;
	int		 place;
};

#define TEXT_WORDS	20000

/* The words of n texts (NULL: none), sorted and unique, at most TEXT_WORDS;
 * returns how many. */
size_t		 text_places(struct arena *, const char *const *texts,
		    size_t n, struct text_word **out);

#endif
