/*
 * What docket-serve prints once it serves: where, and how to sign in to a demo.
 */
#ifndef BIN_SERVE_WELCOME_H
#define BIN_SERVE_WELCOME_H

#include <stdbool.h>

struct lighttpd;

void	 welcome_print(const struct lighttpd *, bool demo);

#endif
