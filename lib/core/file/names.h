/*
 * How contents are named, and the names of orphans (orphans.h).
 */
#ifndef CORE_FILE_NAMES_H
#define CORE_FILE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#define CONTENT_DIR	"files"	/* in a data directory */
#define CONTENT_HASH	32	/* bytes of a SHA-256 */

struct orphans {
	const char	**names;	/* in the arena */
	size_t		 count;
	bool		 partial;	/* the store did not list everything: logged */
};

#endif
