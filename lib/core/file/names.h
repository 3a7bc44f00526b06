/*
 * How contents are named.
 */
#ifndef CORE_FILE_NAMES_H
#define CORE_FILE_NAMES_H

#define CONTENT_DIR	"files"	/* in a data directory */
#define CONTENT_HASH	32	/* bytes of a SHA-256 */

#endif
