/*
 * A short text that stands for a longer one.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

struct arena;

/* 32 URL-safe characters: 24 bytes of the text's BLAKE2b, enough that no other
 * text has the same. */
const char	*hash_text(struct arena *, const char *);

#endif
