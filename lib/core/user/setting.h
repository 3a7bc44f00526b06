/*
 * Settings that a user's clients store under a key: any JSON.
 */
#ifndef CORE_USER_SETTING_H
#define CORE_USER_SETTING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/ctx.h"
#include "core/field.h"

struct record_kind;

struct client_setting {
	const char	*id;		/* derived from the key, for the feed */
	const char	*key;
	const char	*value;		/* compact JSON; of a tombstone NULL */
	int64_t		 created_at;
	int64_t		 stamp;
	int64_t		 deleted_at;
};

extern const struct field client_setting_fields[];
extern const struct record_kind kind_setting;

/* 1 to 80 of a-z, 0-9, '-' and '/', of which the last is no '/'.  A path, which
 * a key comes from, has no empty parts before that. */
bool		 setting_key_valid(const char *key);
/* The caller's, live or not; false if there never was one. */
bool		 setting_any(struct ctx *, const char *key, struct client_setting *);
bool		 setting_by_id(struct ctx *, const char *id, struct client_setting *);
/* CREATED; EXISTED with the new value; LIMIT_REACHED. */
enum outcome	 setting_put(struct ctx *, const char *key, const char *value,
		    struct client_setting *);
/* DONE, SETTING_NOT_FOUND. */
enum outcome	 setting_delete(struct ctx *, const char *key);

#endif
