/*
 * The content store `directory`: files below files/ in the data directory,
 * named by their SHA-256.  A file is written under a temporary name, made
 * durable, and renamed inside the transaction that adds its row.
 */
#ifndef CORE_FILE_DIRECTORY_H
#define CORE_FILE_DIRECTORY_H

#include "core/file/store.h"

extern const struct store store_directory;

/* Adds the remains of uploads. */
void	 directory_remains(struct ctx *, struct orphans *);
/* For a directory of backups: is it the path of a content that no attachment
 * names? */
bool	 directory_unnamed(struct ctx *, const char *path);

#endif
