/*
 * How a file begins, by which its format is recognised.
 */
#ifndef IMPORT_FORMAT_HEAD_H
#define IMPORT_FORMAT_HEAD_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct import_file;

#define HEAD_BYTES	8192

struct head {
	const struct import_file *file;	/* CHARSET_BINARY: all else is empty */
	const char	*text;		/* UTF-8, at most HEAD_BYTES */
	size_t		 len;
	/* Of JSON: '{', '[' or 0, and the names of the members of its object,
	 * or of the first object in its array, each between two commas. */
	char		 json;
	const char	*keys;
};

/* Reads a file to its end, and sets its charset. */
void	 head_read(struct arena *, struct import_file *, struct head *);
/* Is it JSON with these members?  "{a,b" is an object, "[a,b" an array of
 * objects; a space separates alternatives. */
bool	 head_has(const struct head *, const char *keys);
/* The first line that is not empty, without white space around it. */
const char *head_line(struct arena *, const struct head *);

#endif
