/*
 * Text: UTF-8, code points, and the Unicode forms for comparing names.  Uses
 * utf8proc.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* Is it valid UTF-8 (RFC 3629) without U+0000? */
bool		 text_valid(const char *, size_t);
/* The length of the longest valid prefix. */
size_t		 text_valid_length(const char *, size_t);
/* Code points of a valid string. */
size_t		 text_length(const char *);
/* The longest prefix of at most `max` bytes that ends between code points. */
size_t		 text_cut(const char *, size_t max);
/* Does it contain a character of category Cc, or a line or paragraph
 * separator? */
bool		 text_has_control(const char *);
/* Dot-string "@" Domain (RFC 5321 section 4.1.2), in ASCII: JSON Schema's email
 * format. */
bool		 text_is_email(const char *);
/* Trimmed of white space (Unicode's White_Space) at both ends. */
const char	*text_trim(struct arena *, const char *);
/* NFC of a valid string. */
const char	*text_nfc(struct arena *, const char *);
/* The key for comparing names: the NFC of the case fold of the NFC. */
const char	*text_key(struct arena *, const char *);
/*
 * For searching: diacritics stripped (NFKD, marks removed), then case-folded.
 * The result stays decomposed (Hangul as single jamo) and is for comparing
 * with other search keys only.
 */
const char	*text_search_key(struct arena *, const char *);
/*
 * The next word of a text, as written: a run of letters, numbers, private-use
 * and unassigned characters (categories L*, N*, Co, Cn as of Unicode 6.1) and,
 * within a run, of marks.  False at the end; *at moves past the word.
 */
bool		 text_next_word(const char **at, const char **word,
		    size_t *len);
/*
 * The search words of a text, folded as text_search_key() does and cut to 200
 * bytes; n of them in *out, in the order of the text, with repetitions.  In
 * scripts without spaces (Chinese, Japanese, Thai, Lao, Burmese, Khmer) each
 * pair of adjacent characters is a word, and so is the last character; in a
 * query, a single character only if it is the only one.  So a word of a query
 * matches each word of a text that begins with it.
 */
size_t		 text_search_words(struct arena *, const char *, bool query,
		    const char ***out);
/* The words of a tag's name as " word word": each word follows a space. */
const char	*text_tag_key(struct arena *, const char *name);
/* A word, and the texts that contain it: bit i for text i. */
struct text_word {
	const char	*word;
	int		 place;
};
/*
 * The words of n texts (NULL: none), sorted and unique, at most TEXT_WORDS;
 * returns how many.
 */
#define TEXT_WORDS	20000
size_t		 text_places(struct arena *, const char *const *texts,
		    size_t n, struct text_word **out);
/* Are they equal, ignoring the case of ASCII letters? */
bool		 text_same_ascii(const char *, const char *);
/* The string with ASCII letters in lower case. */
const char	*text_lower_ascii(struct arena *, const char *);

#endif
