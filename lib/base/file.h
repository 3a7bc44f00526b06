/*
 * Files that are to outlast a power cut.  What fails here is the operator's to
 * mend, so it is fatal(): a full disk as FATAL_STORAGE_FULL, what this user may
 * not do as FATAL_NOT_READY, the rest as FATAL_INTERNAL.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

/* Ends the process, with errno's words about what could not be done. */
void	 file_failed(const char *what) __attribute__((noreturn));

/* Makes the names in a directory durable. */
void	 file_sync_dir(const char *dir);

/*
 * A file that has been written under another name takes its own, in place of
 * what has it: its bytes are made durable first, then the name.  Both are in
 * the same directory.
 */
void	 file_settle(const char *tmp, const char *path);

#endif
