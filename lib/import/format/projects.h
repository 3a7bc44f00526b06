/*
 * Projects within projects: a list each.  The topmost is the group of those
 * below it; those between are in the title, as "A / B".
 */
#ifndef IMPORT_FORMAT_PROJECTS_H
#define IMPORT_FORMAT_PROJECTS_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct import;
struct projects;

struct project {
	struct project	*next;
	int64_t		 row;
	const char	*id, *parent;	/* parent NULL: none */
	const char	*title;
	bool		 archived;	/* then all below it are, too */
	bool		 has_children;
	bool		 only_group;	/* it has no tasks, and is no list */
};

struct projects	*projects_new(struct arena *);
/* Copies it; its parent may come later. */
void		 projects_add(struct projects *, const struct project *);
/* NULL if there is none. */
const struct project *projects_find(struct projects *, const char *id);
/* Is it, or one above it, archived? */
bool		 projects_archived(struct projects *, const char *id);
/* Makes a list of each that is not archived, in the order in which they were
 * added. */
void		 projects_make_lists(struct projects *, struct import *);

#endif
