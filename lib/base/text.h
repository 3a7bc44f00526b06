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
/* With "?" for each control character, for a terminal. */
const char	*text_printable(struct arena *, const char *);
/* Of any bytes, what is UTF-8 and no control character: the first `max` code
 * points of that. */
const char	*text_cleaned(struct arena *, const char *, size_t max);
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
/* Are they equal, ignoring the case of ASCII letters? */
bool		 text_same_ascii(const char *, const char *);
/* The string with ASCII letters in lower case. */
const char	*text_lower_ascii(struct arena *, const char *);

#endif
