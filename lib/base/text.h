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
 * The words of a text, exactly as the tokenizer unicode61 of SQLite's FTS5
 * (remove_diacritics 2) splits it: runs of letters, numbers, private-use and
 * unassigned characters (categories L*, N*, Co, Cn as of Unicode 6.1) and,
 * within a run, the diacritics of Latin.  Any other mark ends a word.  Returns
 * how many there are; the first `max` of them, as written, go to out.
 */
size_t		 text_words(struct arena *, const char *, const char **out,
		    size_t max);
/* Equal but for the case of ASCII letters? */
bool		 text_same_ascii(const char *, const char *);
/* ASCII letters lowered. */
const char	*text_lower_ascii(struct arena *, const char *);

#endif
