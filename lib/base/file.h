/*
 * Files that must survive a power cut.  Failures are for the operator to fix,
 * so they are fatal(): a full disk as FATAL_STORAGE_FULL, missing permissions
 * as FATAL_NOT_READY, everything else as FATAL_INTERNAL.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

/* Ends the process, with errno's message for `what`. */
void	 file_failed(const char *what) __attribute__((noreturn));

/* Makes the names in a directory durable. */
void	 file_sync_dir(const char *dir);

/*
 * Renames a complete file into place, replacing any other: makes its bytes
 * durable first, then its name.  Both paths are in the same directory.
 */
void	 file_rename(const char *tmp, const char *path);

#endif
