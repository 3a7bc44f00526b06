/*
 * docket-admin move: the bytes of attachments.
 */
#ifndef BIN_ADMIN_MOVE_CONTENTS_H
#define BIN_ADMIN_MOVE_CONTENTS_H

#include <stdint.h>

struct db;
struct program;

struct copied_contents {
	int64_t	 copied;
	int64_t	 lost;		/* missing or damaged */
};

/*
 * Copies each content that the program's database names into the store of the
 * place (a URL or a directory) whose database is `to`, unless both places have
 * the same store, and compares hashes.  Prints an error for each one that is
 * missing or damaged.
 */
void	 move_contents(struct program *, const char *place, struct db *to,
	    struct copied_contents *);

#endif
