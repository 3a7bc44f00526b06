/*
 * Every limit of the interface: lengths, counts and times.  None is
 * configurable.  The texts of api name them: {CAP_TAGS}.
 */
#ifndef CORE_LIMITS_H
#define CORE_LIMITS_H

#include <stdint.h>

#include "base/base.h"

/* Texts, in Unicode characters. */
#define TITLE_MAX		500	/* of a task or step */
#define LIST_TITLE_MAX		200	/* of a list or group */
#define NOTES_MAX		10000
#define TAG_NAME_MAX		32	/* after trimming */
#define DISPLAY_NAME_MAX	100
#define USER_AGENT_MAX		256
#define CLIENT_MAX		100	/* of the one that used a token last */

/* Texts, in bytes. */
#define INVITATION_CODE_MAX	64	/* longer than any */
#define PASSWORD_MIN		8
#define PASSWORD_MAX		1024
#define TICKET_MAX		255	/* of a sign-in with a second factor */
#define FACTOR_CODE_MAX		64	/* of an app, or for recovery */
#define ENDPOINT_MAX		2048
#define QUERY_MAX		1000	/* of a search */
#define FILENAME_BYTES		255
#define RANK_MAX		1000	/* of an imported record */
#define IDEMPOTENCY_KEY_MAX	255
#define SETTING_KEY_MAX		80
#define SETTING_MAX		4096	/* of a client's setting, as JSON */
#define QUOTA_MAX		(INT64_C(1) << 50) /* bytes, of a user's own quota */
#define CONTENT_LEAST		4096	/* that a file counts in the quota: it
					 * takes a block of the disk */

/* Records. */
#define CAP_LISTS		500	/* owned by a user */
#define CAP_SHARED		500	/* lists of others that a user is a
					 * member of */
#define CAP_SHARED_BY		50	/* of those, from one owner */
#define CAP_SHARED_TODAY	20	/* of those, in 24 hours */
#define CAP_INVITATIONS		10	/* live, to a list */
#define CAP_GROUPS		500
#define CAP_TAGS		500
#define CAP_TASKS		10000	/* live, in a list */
#define CAP_STEPS		100	/* in a task */
#define ROTATION_LEAST		2	/* users who take turns at a task */
#define ROTATION_MAX		20
#define CAP_TASK_TAGS		50	/* of one user on a task */
#define CAP_ATTACHMENTS		100	/* on a task */
#define CAP_MEMBERS		50	/* of a list */
#define CAP_SUBSCRIPTIONS	20
#define CAP_TOKENS		100	/* access tokens of a user */
#define CAP_CALENDAR_FEEDS	20	/* of a user */
#define CAP_PASSKEYS		20	/* of a user */
#define CAP_TOKEN_LISTS		50	/* lists that a token is limited to */
#define CAP_SESSIONS		100	/* per user: the least recently used
					 * ends */
#define CAP_ANSWERS		1000	/* to a user's Idempotency-Keys: the
					 * oldest go */
#define CAP_SIGNED_IN		100	/* known addresses of a user */
#define CAP_SETTINGS		200	/* of a user's clients */
#define CAP_BATCH		100	/* requests in one */
#define CAP_IMPORTS		1000	/* of a user, in IMPORT_KEPT */

#define CAP_TRASH		10000	/* tombstones of a list with content */
#define CAP_TEXT		(INT64_C(1) << 30) /* bytes, of a user's lists */
#define RECORD_BYTES		100	/* what each task, step, attachment and
					 * tombstone of a move adds to its text */
/* With the deleted ones, whose tombstones are kept for tombstone-days: */
#define CAP_OWN_EVER		10000	/* groups, tags or settings of a user,
					 * or lists they own */
#define CAP_PARTS_EVER		2000	/* steps or attachments of a task */

/* Answers. */
#define PAGE_MAX		1000	/* of the parameter limit */
#define PAGE_SHORT		100	/* items of a page that is not long */
#define PAGE_WHOLE		10000	/* items of a feed or attachments without it */
#define SEARCH_RESULTS		50	/* without it */

/*
 * Expensive requests at once (web/slots.h): long answers, searches, batches,
 * and changes whose body is large.
 */
#define WORKING_USER		2	/* that are being worked out */
#define WORKING_ADDRESS		3
#define OPEN_USER		4	/* these, and answers that are being sent */
#define OPEN_ADDRESS		16
#define CHANGING_USER		1	/* large changes */
#define CHANGING_ADDRESS	2
#define FILES_USER		6	/* files that are sent: each takes a program */
#define FILES_ADDRESS		16
#define WAITING_USER		48	/* of each kind, that wait */
#define WAITING_ADDRESS		64
#define WAITING_TIME		(10 * SECOND)	/* then 503 busy */
#define CONNECTIONS_CGI		24	/* to a database server, of CGI programs */
#define EXCHANGES_MOST		4	/* with the provider of single sign-on */
#define CHANGE_LARGE		1024	/* bytes of a body */
#define PUBLIC_LARGE		16384	/* the same, without a session */

/* Times, in days. */
#define INVITATION_DAYS		7	/* default */
#define INVITATION_DAYS_MAX	30
#define INVITED_ACCOUNTS	20	/* that an invitation makes at most */
#define INVITED_TODAY		20	/* by one user's, within 24 hours */
#define INVITED_EVER		100
#define INVITED_MAILS		20	/* of one user, within 24 hours */
#define INVITED_ADDRESS		3	/* to one address, within 30 days */
#define OFFER_DAYS		14	/* of a list to somebody who shares it */
#define TOKEN_DAYS_MAX		3650

/* Times, in microseconds. */
#define RESTORABLE		(30 * DAY)	/* deleted records keep their
						 * contents */
#define INVITED_ADDRESS_KEPT	(30 * DAY)
#define IMPORT_KEPT		(30 * DAY)	/* it can be undone */
#define DEVICE_KNOWN	(90 * DAY)	/* since it signed in, or its session ended */
#define CONFIRMED_LASTS		(10 * MINUTE)	/* of a session, by the password */
#define ANSWER_KEPT		(24 * HOUR)	/* first answers by
						 * Idempotency-Key */
#define REMINDER_OVERDUE	(10 * MINUTE)	/* after that, docket-remind is
						 * not running */

/* Bytes free on the disk: less fails /ready and docket-admin check. */
#define DISK_LOW		(INT64_C(64) * 1024 * 1024)

/* A certificate that expires sooner is reported; certbot renews at 30 days. */
#define CERTIFICATE_DAYS	14

#endif
