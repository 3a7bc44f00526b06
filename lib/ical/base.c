#include "ical/base.h"

#include <sodium.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/log.h"
#include "ical/line.h"
#include "ical/property.h"

/* No secret: nobody but the owner of a text is deceived by equal numbers. */
static const unsigned char key[crypto_shorthash_KEYBYTES] = "docket todo base";

static uint64_t
hash_bytes(const char *s, size_t len)
{
	uint64_t h;

	crypto_shorthash((unsigned char *)&h, (const unsigned char *)s, len,
	    key);
	return h;
}

/* NULL is not "". */
static uint64_t
hash_value(const char *s)
{
	return s == NULL ? 1 : hash_bytes(s, strlen(s));
}

static uint64_t
hash_due(struct arena *a, const struct todo *t)
{
	if (t->due_date == NULL)
		return 0;
	return hash_value(arena_printf(a, "%s %s %s", t->due_date,
	    t->due_time == NULL ? "" : t->due_time,
	    t->due_zone == NULL ? "" : t->due_zone));
}

/* Their order does not matter. */
static uint64_t
hash_tags(const struct todo *t)
{
	uint64_t h = 0;
	size_t i;

	for (i = 0; i < t->tag_count; i++)
		h += hash_value(t->tags[i]);
	return h;
}

/* Whole seconds: texts have no others. */
static uint64_t
hash_stamp(int64_t stamp)
{
	return (uint64_t)floor_div(stamp, SECOND) + 2;
}

uint64_t
todo_hash(struct arena *a, const struct todo *t, enum todo_member member)
{
	switch (member) {
	case TODO_TITLE:
		return hash_value(todo_title(a, t->title));
	case TODO_NOTES:
		return t->notes == NULL || t->notes[0] == '\0' ? 1 :
		    hash_value(ical_plain(a, t->notes));
	case TODO_DONE:
		return t->done ? hash_stamp(t->completed_at) : 1;
	case TODO_STARRED:
		return t->starred;
	case TODO_DUE:
		return hash_due(a, t);
	case TODO_RULE:
		return hash_value(t->rule);
	case TODO_REMINDER:
		return hash_stamp(t->reminder_at);
	case TODO_TAGS:
		return hash_tags(t);
	case TODO_UID:
		return hash_value(t->uid);
	case TODO_PARENT:
		return hash_value(t->parent);
	default:
		UNREACHABLE();
	}
}

void
todo_base(struct arena *a, const struct todo *t, struct todo_base *base)
{
	int i;

	for (i = 0; i < TODO__MAX; i++)
		base->of[i] = todo_hash(a, t, (enum todo_member)i);
}

unsigned
todo_differs(const struct todo_base *a, const struct todo_base *b)
{
	unsigned set = 0, i;

	for (i = 0; i < TODO__MAX; i++)
		if (a->of[i] != b->of[i])
			set |= 1U << i;
	return set;
}
