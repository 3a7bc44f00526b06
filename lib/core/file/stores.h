/*
 * The content stores, for content.c and orphans.c.
 */
#ifndef CORE_FILE_STORES_H
#define CORE_FILE_STORES_H

#include "core/file/store.h"

/* The one that the settings name. */
const struct store *store_of(const struct ctx *);

#endif
