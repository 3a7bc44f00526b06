/*
 * Text: UTF-8, code points, and the Unicode forms that names are compared in.
 * On utf8proc.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* Valid UTF-8 as RFC 3629 has it, without U+0000? */
bool		 text_valid(const char *, size_t);
/* How many bytes are, before the first that is not; all of them if none. */
size_t		 text_valid_length(const char *, size_t);
/* Code points of a valid string. */
size_t		 text_length(const char *);
/* The longest prefix of at most `max` bytes that ends between code points. */
size_t		 text_cut(const char *, size_t max);
/* Any character of category Cc, or a line or paragraph separator? */
bool		 text_has_control(const char *);
/* Dot-string "@" Domain (RFC 5321 section 4.1.2), in ASCII: what JSON Schema
 * calls an email.  Whether it exists only a mail tells. */
bool		 text_is_email(const char *);
/* Trimmed of white space (Unicode's White_Space) at both ends. */
const char	*text_trim(struct arena *, const char *);
/* NFC of a valid string. */
const char	*text_nfc(struct arena *, const char *);
/* What two names are compared by: the NFC of the case fold of the NFC. */
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
 * within a run, of marks.  False at the end; *at moves behind the word.
 */
bool		 text_next_word(const char **at, const char **word,
		    size_t *len);
/*
 * The words by which a text is found, folded as text_search_key() does and cut
 * to 200 bytes; n of them in *out, in the order of the text, with repetitions.
 * Of a script that is written without spaces (Chinese, Japanese, Thai, Lao,
 * Burmese, Khmer) each two adjacent characters are a word, and the last alone;
 * in a query, the last alone only where it is the only one.  So a query's word
 * is found where a word of the text begins with it.
 */
size_t		 text_search_words(struct arena *, const char *, bool query,
		    const char ***out);
/* Those of a tag's name, " word word": a word's beginning stands behind a space. */
const char	*text_tag_key(struct arena *, const char *name);
/* A word, and in which of several texts it stands: bit i for the text i. */
struct text_word {
	const char	*word;
	int		 place;
};
/*
 * The words of n texts (NULL: none), sorted, each once; how many.  Of very long
 * texts the first TEXT_WORDS alone.
 */
#define TEXT_WORDS	20000
size_t		 text_places(struct arena *, const char *const *texts,
		    size_t n, struct text_word **out);
/* Equal but for the case of ASCII letters? */
bool		 text_same_ascii(const char *, const char *);
/* ASCII letters lowered. */
const char	*text_lower_ascii(struct arena *, const char *);

#endif
