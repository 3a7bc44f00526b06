/*
 * Patterns of media types, for upload-types: media types, or prefixes followed
 * by "*"; a pattern after "!" refuses what it matches, wherever it stands.
 */
#ifndef BASE_SETTINGS_MEDIA_TYPES_H
#define BASE_SETTINGS_MEDIA_TYPES_H

#include <stdbool.h>

struct arena;

/* NULL, or what is wrong with the patterns. */
const char	*media_types_wrong(struct arena *, const char *patterns);
/* Do the patterns allow that type?  Parameters and the case of ASCII letters
 * are ignored. */
bool		 media_types_allow(const char *patterns, const char *type);

#endif
