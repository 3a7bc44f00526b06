/*
 * The head of an SCGI request: a netstring of names and values, each ended by a
 * NUL: "70:CONTENT_LENGTH\0" "0\0SCGI\0" "1\0 ... ,"
 * (https://python.ca/scgi/protocol.txt).  It is a CGI program's environment.
 */
#ifndef BIN_WAIT_SCGI_H
#define BIN_WAIT_SCGI_H

#include <stddef.h>

#define SCGI_MAX	(64 * 1024)	/* bytes of a head */
#define SCGI_VARIABLES	256

enum scgi {
	SCGI_PART,		/* the rest has not arrived */
	SCGI_WHOLE,
	SCGI_BAD		/* not a head, or beyond the limits */
};

/*
 * SCGI_WHOLE: envp has "NAME=value" for each, NULL last, in the bytes of
 * `head`, which are changed for it.  In all other cases nothing is changed.
 */
enum scgi	 scgi_read(char *head, size_t len,
		    char *envp[SCGI_VARIABLES + 1]);

#endif
