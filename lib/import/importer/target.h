/*
 * The lists that an import fills, and the ids that it gives.
 */
#ifndef IMPORT_IMPORTER_TARGET_H
#define IMPORT_IMPORTER_TARGET_H

#include <stdbool.h>
#include <stddef.h>

#include "core/ctx.h"

struct import;
struct import_list;
struct rows;

enum target_state {
	TARGET_NEW,		/* not looked for yet */
	TARGET_STAGED,		/* made, and invisible */
	TARGET_LIVE,		/* it exists: an import of this user made it */
	TARGET_REFUSED,
	TARGET_LEFT_OUT		/* it was not chosen */
};

struct target {
	struct target	*next;
	enum target_state state;
	int64_t		 row;
	const char	*source;	/* its id there */
	const char	*title;
	const char	*group;		/* or NULL */
	const char	*group_title;
	size_t		 number;	/* in import.lists */
	bool		 ours;		/* of our own export */
	bool		 made;		/* and handed over */
};

/* Of the source's id, which is the id here, too, if it is from our export; made
 * if it is new. */
struct target	*target_at(struct import *, const struct import_list *,
		    bool ours);
/* Finds or stages it, within a write transaction; false if it is refused or
 * left out. */
bool		 target_usable(struct import *, struct ctx *, struct target *);
const char	*target_id(const struct import *, const struct target *);

/*
 * The id of a record of that name in the source: one that is free or, with
 * *exists, of a record that an earlier import made.  `used` tells how an id is
 * used: no row, 0 (not to be used), 1 (by such a record).
 */
const char	*target_name(struct import *, struct ctx *, const char *kind,
		    const char *name, struct rows *(*used)(struct ctx *,
		    const char *id), bool *exists);

#endif
