/*
 * The web app's part of the configuration that docket-serve runs lighttpd on.
 */
#ifndef BIN_SERVE_WWW_H
#define BIN_SERVE_WWW_H

#include <stdio.h>

struct arena;

/* The folder of the app: beside `top` when built, or of an installation; NULL
 * if neither is there. */
const char	*www_find(struct arena *, const char *top);

/* Writes the rules by which the files of `dir` are served, at / and below any
 * prefix. */
void		 www_put(FILE *, const char *dir);

#endif
