/*
 * A record of any kind.
 */
#ifndef WEB_ANY_RECORD_H
#define WEB_ANY_RECORD_H

#include "core/file/attachment.h"
#include "core/list/group.h"
#include "core/list/list.h"
#include "core/list/member.h"
#include "core/record.h"
#include "core/task/my_day.h"
#include "core/task/step.h"
#include "core/task/tag.h"
#include "core/task/task.h"
#include "core/user/setting.h"
#include "core/user/user.h"

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

#endif
