/*
 * The parts of the program account.
 */
#ifndef CGI_BIN_ACCOUNT_ACCOUNT_H
#define CGI_BIN_ACCOUNT_ACCOUNT_H

#include "web/route.h"

/* Adds the session's cookie to the answer; "" removes it. */
void	 set_cookie(struct req *, const char *secret);

#endif
