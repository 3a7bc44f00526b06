/*
 * Texts of unknown encoding, as UTF-8: UTF-8 and UTF-16, with a byte order mark
 * or without, and Windows-1252 for what is neither.
 */
#ifndef BASE_CHARSET_H
#define BASE_CHARSET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct arena;
struct decoder;

enum charset {
	CHARSET_UTF_8,
	CHARSET_UTF_16LE,
	CHARSET_UTF_16BE,
	CHARSET_WINDOWS_1252,
	CHARSET_BINARY		/* not a text: it contains U+0000 */
};

/* The name that IANA has registered. */
const char	*charset_name(enum charset);
/* Reads a text to its end to find its encoding.  read is like read(2); a text
 * that cannot be read is CHARSET_BINARY. */
enum charset	 charset_guess(ssize_t (*read)(void *, void *, size_t),
		    void *arg);

/* Reads from its beginning a text with that encoding, which is not
 * CHARSET_BINARY. */
struct decoder	*decoder_new(struct arena *, enum charset,
		    ssize_t (*read)(void *, void *, size_t), void *arg);
/* Like read(2), of at least 4 bytes: UTF-8, without the byte order mark.  What
 * UTF-16 or Windows-1252 does not define is U+FFFD; UTF-8 is passed on as it
 * is. */
ssize_t		 decoder_read(void *decoder, void *, size_t);

#endif
