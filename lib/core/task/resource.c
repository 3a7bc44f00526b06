#include "core/task/resource.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "core/task/derived.h"
#include "core/task/item.h"
#include "query/property.h"
#include "query/resource.h"

#define FORMER_MAX	32768	/* bytes of former names */

bool
resource_name_valid(const char *name)
{
	return name[0] != '\0' && strlen(name) <= RESOURCE_NAME_MAX &&
	    strchr(name, '/') == NULL && !text_has_control(name) &&
	    strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

const char *
resource_zone(struct ctx *c, const char *list, const unsigned char *hash,
    size_t *len)
{
	struct vtimezone_get_row row;

	if (!only_vtimezone_get(q_vtimezone_get(c->db, list, hash,
	    RESOURCE_HASH), c->arena, &row))
		return NULL;
	*len = row.text_len;
	return row.text;
}

/* The row no longer uses its VTIMEZONEs. */
static void
leave_zones(struct ctx *c, const struct resource *r)
{
	const unsigned char *hash = r->zones;
	int64_t at;

	for (at = 0; at < r->zones_len; at += RESOURCE_HASH) {
		q_vtimezone_leave(c->db, r->list_id, hash + at, RESOURCE_HASH);
		q_vtimezone_drop(c->db, r->list_id, hash + at, RESOURCE_HASH);
	}
}

/* Is that one of the lines? */
static bool
has_line(const char *lines, const char *line)
{
	size_t n = strlen(line);
	const char *p;

	for (p = lines; p != NULL; p = strchr(p, '\n'), p += p != NULL)
		if (strncmp(p, line, n) == 0 && (p[n] == '\n' || p[n] == '\0'))
			return true;
	return false;
}

const char *
resource_more_names(struct arena *a, const char *names, const char *more)
{
	const char *line;
	size_t n;

	for (; more != NULL; more = more[n] == '\0' ? NULL : more + n + 1) {
		n = strcspn(more, "\n");
		line = arena_dup(a, more, n);
		if (names == NULL)
			names = line;
		else if (!has_line(names, line))
			names = arena_printf(a, "%s\n%s", names, line);
	}
	/* Most clients have learned by now that the oldest are gone. */
	while (names != NULL && strlen(names) > FORMER_MAX)
		names = strchr(names, '\n') + 1;
	return names;
}

void
resource_free_names(struct ctx *c, const struct resource *r)
{
	struct resource old;
	const char *id = NULL;

	if (r->name != NULL)
		id = rows_one_id(q_resource_id_by_name(c->db, r->list_id,
		    r->name), c->arena);
	if (id != NULL && !same_id(id, r->id) &&
	    only_resource(q_resource_of(c->db, id), c->arena, &old)) {
		q_resource_set_name(c->db, id, NULL, resource_more_names(c->arena,
		    old.former, old.name));
		resource_unique(c, id, r->list_id, id);
	}
	id = r->uid == NULL ? NULL : rows_one_id(q_resource_id_by_uid(c->db,
	    r->list_id, r->uid), c->arena);
	if (id != NULL && !same_id(id, r->id))
		q_resource_set_uid(c->db, id, NULL);
}

void
resource_put(struct ctx *c, const char *task, struct resource *r,
    const struct resource_zone *zones, size_t count)
{
	const int64_t was = derived_bytes(c, task);
	unsigned char *hashes = arena_raw(c->arena, count * RESOURCE_HASH + 1);
	struct resource old;
	size_t i;

	for (i = 0; i < count; i++) {
		memcpy(hashes + i * RESOURCE_HASH, zones[i].hash,
		    RESOURCE_HASH);
		q_vtimezone_use(c->db, r->list_id, zones[i].hash, RESOURCE_HASH,
		    zones[i].text, zones[i].len);
	}
	r->zones = hashes;
	r->zones_len = (int64_t)(count * RESOURCE_HASH);
	if (only_resource(q_resource_of(c->db, r->id), c->arena, &old)) {
		leave_zones(c, &old);
		r->former = old.former;
	}
	resource_free_names(c, r);
	q_resource_put(c->db, r);
	derived_bytes_changed(c, task, was);
}

enum outcome
resource_bring(struct ctx *c, const char *task, struct resource *r,
    const struct resource_zone *zones, size_t count)
{
	struct resource old = { .text_len = 0 };
	struct item other;

	if ((only_resource(q_resource_of(c->db, r->id), c->arena, &old) &&
	    (old.name != NULL || old.uid != NULL || old.text_len > 0)) ||
	    (r->uid != NULL && item_by_uid(c, r->list_id, r->uid, &other) &&
	    !same_id(other.id, r->id)))
		return EXISTED;
	if (r->name != NULL && item_by_name(c, r->list_id, r->name, true,
	    &other) && !same_id(other.id, r->id))
		r->name = NULL;
	resource_put(c, task, r, zones, count);
	return CREATED;
}

size_t
resource_waiting(struct ctx *c, const char *list, const char *uid,
    struct resource **all)
{
	size_t n = all_resource(q_resource_waiting(c->db, list, uid), c->arena,
	    all), i, bare = 0;

	for (i = 0; i < n; i++)
		if (rows_any(q_task_bare(c->db, (*all)[i].id)))
			(*all)[bare++] = (*all)[i];
	return bare;
}

void
resource_inherit(struct ctx *c, const struct resource *r, const char *task,
    const char *id, int64_t version)
{
	const int64_t had = derived_bytes(c, r->id);
	const int64_t has = derived_bytes(c, task);
	struct resource new = *r;

	new.id = id;
	new.parent = NULL;
	new.version = version;
	q_resource_remove(c->db, r->id);
	q_resource_put(c->db, &new);
	resource_keep_names(c, r->list_id, r->id,
	    resource_more_names(c->arena, r->former, r->name));
	derived_bytes_changed(c, r->id, had);
	derived_bytes_changed(c, task, has);
}

/* A row counts as text of the list. */
static void
resource_add(struct ctx *c, const char *task, const struct resource *r)
{
	const int64_t was = derived_bytes(c, task);

	q_resource_put(c->db, r);
	derived_bytes_changed(c, task, was);
}

void
resource_rename(struct ctx *c, const struct item *i, const char *name)
{
	struct resource r = { .id = i->id, .list_id = i->list_id,
	    .name = name };
	const char *former = resource_more_names(c->arena, i->former,
	    item_name(c->arena, i));

	resource_free_names(c, &r);
	if (i->name == NULL && i->uid == NULL && i->text_len == 0)
		resource_add(c, i->parent_id == NULL ? i->id : i->parent_id, &r);
	q_resource_set_name(c->db, i->id, name, former);
}

void
resource_end_task(struct ctx *c, const char *task)
{
	struct resource *all;
	size_t n = all_resource(q_resource_of_task(c->db, task), c->arena,
	    &all), i;

	for (i = 0; i < n; i++) {
		leave_zones(c, &all[i]);
		q_resource_remove(c->db, all[i].id);
	}
}

void
resource_keep_names(struct ctx *c, const char *list, const char *id,
    const char *names)
{
	q_resource_put(c->db, &(const struct resource){ .id = id,
	    .list_id = list, .former = names });
}

void
resource_end_step(struct ctx *c, const char *task, const char *step,
    bool erased)
{
	int64_t was;
	struct resource r;

	if (!only_resource(q_resource_of(c->db, step), c->arena, &r))
		return;
	was = derived_bytes(c, task);
	leave_zones(c, &r);
	q_resource_remove(c->db, step);
	if (erased)
		resource_keep_names(c, r.list_id, step,
		    resource_more_names(c->arena, r.former, r.name));
	derived_bytes_changed(c, task, was);
}

const char *
resource_names(struct ctx *c, const char *task)
{
	struct resource_names_row *all;
	size_t n = all_resource_names(q_resource_names(c->db, task), c->arena,
	    &all), i;
	struct buf names = { 0 };
	const char *all_names;

	for (i = 0; i < n; i++) {
		if (all[i].former != NULL)
			buf_printf(&names, "%s\n", all[i].former);
		if (all[i].name != NULL)
			buf_printf(&names, "%s\n", all[i].name);
		else
			buf_printf(&names, "%s" ITEM_SUFFIX "\n",
			    all[i].id);
	}
	all_names = names.len == 0 ? NULL :
	    arena_dup(c->arena, names.data, names.len - 1);
	buf_free(&names);
	return all_names;
}

/* Takes the VTIMEZONEs of a text along to another list. */
static void
move_zones(struct ctx *c, const struct resource *r, const char *list)
{
	const unsigned char *hash = r->zones;
	const char *text;
	int64_t at;
	size_t len;

	for (at = 0; at < r->zones_len; at += RESOURCE_HASH) {
		text = resource_zone(c, r->list_id, hash + at, &len);
		if (text != NULL)
			q_vtimezone_use(c->db, list, hash + at, RESOURCE_HASH,
			    text, len);
	}
	leave_zones(c, r);
}

static void
add_former(struct ctx *c, const char *list, const char *id, const char *names)
{
	struct resource r;

	if (only_resource(q_resource_of(c->db, id), c->arena, &r))
		q_resource_set_name(c->db, id, r.name, resource_more_names(c->arena,
		    r.former, names));
	else
		resource_keep_names(c, list, id, names);
}

void
resource_move(struct ctx *c, const char *task, const char *list,
    const char *former)
{
	struct resource *all;
	struct item other;
	size_t n = all_resource(q_resource_of_task(c->db, task), c->arena,
	    &all), i;

	for (i = 0; i < n; i++) {
		move_zones(c, &all[i], list);
		if (all[i].name != NULL && item_by_name(c, list, all[i].name,
		    true, &other))
			all[i].name = NULL;
		if (all[i].uid != NULL && item_by_uid(c, list, all[i].uid,
		    &other))
			all[i].uid = NULL;
		all[i].list_id = list;
		resource_free_names(c, &all[i]);
		q_resource_set_list(c->db, all[i].id, list, all[i].name,
		    all[i].uid);
	}
	if (former != NULL)
		add_former(c, list, task, former);
}

/* Is the name, which a row has, another's by its id? */
static bool
name_taken(struct ctx *c, const char *list, const char *name)
{
	const char *by = item_id_in_name(c->arena, name);
	struct item other;

	return by != NULL && item_get(c, list, by, &other) && other.name == NULL;
}

/* Is `other`, which a row gives a name or UID, another item that is live? */
static bool
is_others(struct ctx *c, const char *list, const char *id, const char *other)
{
	struct item i;

	return other != NULL && !same_id(other, id) &&
	    item_get(c, list, other, &i);
}

/* A name and UID that nothing else in the list has.  What has a name of its own
 * keeps that, unless it is another's by its id; one that is named by its id
 * gets a new one if another has that. */
void
resource_unique(struct ctx *c, const char *task, const char *list,
    const char *id)
{
	struct resource r, was = { .id = id, .list_id = list };
	const char *own = arena_printf(c->arena, "%s" ITEM_SUFFIX, id);
	bool known = only_resource(q_resource_of(c->db, id), c->arena, &was);

	r = was;
	if (r.name == NULL ? is_others(c, list, id, rows_one_id(
	    q_resource_id_by_name(c->db, list, own), c->arena)) :
	    name_taken(c, list, r.name))
		r.name = arena_printf(c->arena, "%s" ITEM_SUFFIX,
		    id_new(c->arena));
	if (r.uid == NULL && is_others(c, list, id, rows_one_id(
	    q_resource_id_by_uid(c->db, list, id), c->arena)))
		r.uid = id_new(c->arena);
	if (r.name == was.name && r.uid == was.uid)
		return;
	if (!known)
		resource_add(c, task, &r);
	else {
		q_resource_set_name(c->db, id, r.name, r.former);
		q_resource_set_uid(c->db, id, r.uid);
	}
}

int64_t
user_text(struct ctx *c, const char *user)
{
	return rows_one(q_user_text(c->db, user), 0);
}
