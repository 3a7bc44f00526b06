/*
 * The content store `s3`: objects of a bucket, named by their SHA-256.  The
 * bytes are collected in a temporary file of the data directory; then the
 * upload claims its hash in a row of content_upload, and sends the object.  As
 * long as there is a claim, the cleanup leaves the object alone.
 *
 * The store is not asked within a transaction.  An object that nobody needs is
 * noted in content_removal; later the note gets the time when a program begins
 * to remove it, if still nobody does, and goes after the store has answered.
 * An upload of the same bytes takes a note without a time away, and waits for
 * one with a time.  If that is over REMOVAL_TIME ago, the program was killed or
 * had no answer: then the upload takes it away, too, or the next program begins
 * again.
 */
#ifndef CORE_FILE_S3_H
#define CORE_FILE_S3_H

#include <stdbool.h>
#include <stdint.h>

#include "core/file/store.h"

struct settings;

extern const struct store store_s3;

/* If the settings name such a store: loads docket-s3.so, and keeps the secret.
 * Call before the sandbox is entered.  False after an error message. */
bool		 s3_open(const struct settings *);
/* What is called around each wait for the store.  The first says which sockets
 * end it, too, when they can be written to: at most `max`.  Call before
 * s3_open(). */
void		 s3_on_wait(size_t (*begin)(int *sockets, size_t max),
		    void (*end)(void));
/* The port of its server; 0: the settings name no such store. */
uint16_t	 s3_port(const struct settings *);

#endif
