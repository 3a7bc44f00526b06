/*
 * Repetitions as Microsoft Graph has them (patternedRecurrence).
 */
#ifndef IMPORT_FORMAT_MICROSOFT_RULE_H
#define IMPORT_FORMAT_MICROSOFT_RULE_H

struct arena;
struct cJSON;

/* The rule (RFC 5545), or NULL if it is not known. */
const char	*microsoft_rule(struct arena *, const struct cJSON *recurrence);

#endif
