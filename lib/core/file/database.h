/*
 * The content store `database`: rows of pieces, each of which is written and
 * committed by itself, so that a large upload holds no lock and no transaction
 * is long.  The pieces belong to an upload, and its row to the cleanup, until
 * the transaction that adds the attachment's row gives the upload the name of
 * its hash.  So each piece is that of a content or of an upload.
 */
#ifndef CORE_FILE_DATABASE_H
#define CORE_FILE_DATABASE_H

#include "core/file/store.h"

extern const struct store store_database;

#endif
