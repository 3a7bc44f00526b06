/*
 * Records as the interface's JSON objects.
 */
#ifndef WEB_SHOW_H
#define WEB_SHOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/file/attachment.h"
#include "core/list/group.h"
#include "core/list/list.h"
#include "core/list/member.h"
#include "core/task/my_day.h"
#include "core/task/step.h"
#include "core/task/tag.h"
#include "core/task/task.h"
#include "core/user/setting.h"
#include "core/user/user.h"

struct jw;
struct row_shape;
struct rows;

/* A kind of record.  Its functions take a record of that kind as void. */
struct record_kind {
	const char	*name;		/* the member "kind" in the feed */
	const struct field *fields;
	/* Writes the members, if there is more to it than the fields; NULL:
	 * there is not. */
	void		(*show)(struct jw *, const struct ctx *,
			    const void *record, bool feed);
	/* Offsets of stamps, 0 if there is none: of its row in the feed; of its
	 * version, which is its ETag; of its deletion. */
	size_t		 row_stamp, version, deleted_at;
};

extern const struct record_kind kind_list, kind_group, kind_task, kind_step,
    kind_tag, kind_tag_set, kind_attachment, kind_my_day, kind_member,
    kind_me, kind_setting;

/* A record of any kind. */
union record {
	struct list		 list;
	struct group		 group;
	struct task		 task;
	struct step		 step;
	struct tag		 tag;
	struct tag_set		 tag_set;
	struct attachment	 attachment;
	struct my_day		 my_day;
	struct member		 member;
	struct user		 me;
	struct client_setting	 setting;
};

/* Writes the object; in the feed with the member "kind" and the fields F_FEED,
 * a user also with the notification preferences. */
void	 show_record(struct jw *, const struct ctx *,
	    const struct record_kind *, const void *record, bool feed);
/* The same of a row, outside the feed. */
void	 show_row(struct jw *, const struct ctx *, struct row_shape *,
	    struct rows *);
void	 show_notifications(struct jw *, const struct user *);

/* The stamp of a record at one of its kind's offsets; 0 if there is none. */
int64_t	 record_stamp(const void *record, size_t offset);

#endif
