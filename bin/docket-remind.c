/*
 * docket-remind: sends due notices.  Notices become deliveries; deliveries are
 * claimed in portions (core/notify/delivery.h), sent concurrently
 * (push/sender.h), and marked as soon as the push service has answered.
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/log.h"
#include "cli/confine.h"
#include "cli/program.h"
#include "cli/progress.h"
#include "core/notify/delivery.h"
#include "db/db.h"
#include "push/keys.h"
#include "push/payload.h"
#include "push/sender.h"
#include "push/vapid.h"
#include "query/job.h"
#include "query/vapid.h"

#define PLAN		200	/* notices in one transaction */
#define CLAIM		250	/* deliveries per claim */
#define ENOUGH		(2 * PUSH_AT_ONCE)	/* waiting for an answer: claim
						 * no more */
#define RECORD_MOST	32	/* results in one transaction, about */
#define RECORD_WAIT	20	/* ms that a result waits for more */
#define LEAST_WAIT	(20 * 1000)	/* us: what is due may be leased */

static const char usage[] =
"usage: docket-remind [-c CONF] [-d DATA] [--for SECONDS] [--dry-run]\n"
"                     [--quiet]\n"
"\n"
"Sends due reminders and assignments to the recipients' devices by Web Push.\n"
"Run it every minute, with --for 55 so that each is sent at its second.\n"
"Several instances never send the same one twice.\n"
"\n"
"  --for SECONDS  keep running, and send what falls due meanwhile\n"
"  --dry-run      list what would be sent now, and send nothing\n"
"  --quiet        print errors only\n"
"  -c CONF        settings file       -d DATA    data directory\n"
"  --help         print this text     --version  print the version\n"
"\n"
"Exit status: 0 done, 1 failed, 2 wrong usage.  See docket-remind(8).\n";

/* Deliveries claimed together, with their own memory, until all are done. */
struct batch {
	struct arena	*arena;
	size_t		 left;
};

struct item {
	struct delivery	 delivery;
	struct batch	*batch;
	enum push_outcome outcome;
	int64_t		 retry_after;
};

struct remind {
	struct program	 p;
	struct sender	*sender;
	/* Answered, but not marked yet: as many as can be waiting. */
	struct item	*done[RECORD_MOST + ENOUGH + CLAIM];
	size_t		 done_count;
	size_t		 waiting;	/* claimed, not answered */
	const char	**logged;	/* each is reported once per run */
	size_t		 logged_count;
	int64_t		 count[PUSH_OUTCOME__MAX];
	int64_t		 too_late;
	bool		 failed;
	struct progress	 progress;
};

static bool
remind_begin(struct remind *r)
{
	r->p.ctx.now = clock_now();
	return program_write(&r->p);
}

/* Once for each origin and reason. */
static void
log_once(struct remind *r, const struct item *i, const char *why,
    const char *said)
{
	const char *url = i->delivery.endpoint;
	size_t scheme = strlen("https://"), len = scheme +
	    strcspn(url + scheme, "/?#");
	struct arena *a = r->p.ctx.arena;
	const char *line = arena_printf(a, "%.*s: %s%s%s%s", (int)len, url,
	    why, *said != '\0' ? "; answer: " : "", said,
	    i->outcome == PUSH_LATER ? "; will be retried" : "");
	size_t n;

	for (n = 0; n < r->logged_count; n++)
		if (strcmp(r->logged[n], line) == 0)
			return;
	r->logged = arena_more(a, r->logged, n,
	    sizeof(*r->logged));
	r->logged[r->logged_count++] = line;
	log_error("%s", line);
}

static void
remind_answered(void *arg, const struct push_result *result)
{
	struct remind *r = arg;
	struct item *i = result->tag;

	i->outcome = result->outcome;
	i->retry_after = result->retry_after;
	r->done[r->done_count++] = i;
	r->waiting--;
	r->count[result->outcome]++;
	if (result->outcome != PUSH_SENT && result->outcome != PUSH_GONE)
		log_once(r, i, result->why, result->said);
	if (result->outcome == PUSH_OUR_FAULT)
		r->failed = true;
}

static void
record_one(struct remind *r, const struct item *i)
{
	struct ctx *c = &r->p.ctx;

	switch (i->outcome) {
	case PUSH_SENT:
		delivery_sent(c, &i->delivery);
		break;
	case PUSH_GONE:
		delivery_gone(c, &i->delivery);
		break;
	case PUSH_REFUSED:
		if (delivery_refused(c, &i->delivery))
			log_error("the push service refused a device of %s %d "
			    "times: its subscription was removed",
			    i->delivery.email,
			    DELIVERY_REFUSALS);
		break;
	case PUSH_LATER:
	case PUSH_OUR_FAULT:
		if (!delivery_later(c, &i->delivery, i->retry_after))
			r->too_late++;
		break;
	case PUSH_OUTCOME__MAX:
		UNREACHABLE();
	}
}

/* Marks the outcomes of answered deliveries. */
static bool
remind_record(struct remind *r)
{
	struct batch *b;
	size_t n;

	if (r->done_count == 0)
		return true;
	if (!remind_begin(r))
		return false;
	for (n = 0; n < r->done_count; n++)
		record_one(r, r->done[n]);
	db_commit(r->p.ctx.db);
	for (n = 0; n < r->done_count; n++) {
		b = r->done[n]->batch;
		if (--b->left == 0)
			arena_free(b->arena);
	}
	r->done_count = 0;
	return true;
}

static void
hand_over(struct remind *r, struct item *i)
{
	const struct delivery *d = &i->delivery;
	struct arena *a = i->batch->arena;
	struct push p = { .tag = i, .endpoint = d->endpoint,
	    .p256dh = d->p256dh, .auth = d->auth,
	    .ttl = (d->due_at + DELIVERY_LATE - r->p.ctx.now) / SECOND,
	    .urgency = strcmp(d->kind, "reminder") == 0 ? PUSH_HIGH :
	    PUSH_NORMAL, .topic = delivery_topic(a, d) };

	p.payload = payload_json(a, r->p.settings.base_url, d, &p.len);
	sender_add(r->sender, &p);
	r->waiting++;
}

/* Claims the next deliveries and hands them to the sender; *more if there may
 * be others.  False after an error message. */
static bool
remind_claim(struct remind *r, bool *more)
{
	struct ctx c;
	struct arena *a = arena_new();
	struct batch *b = arena_alloc(a, sizeof(*b));
	struct delivery *d;
	struct item *items;
	int64_t claimed;
	size_t n, i;

	if (!remind_begin(r)) {
		arena_free(a);
		return false;
	}
	c = r->p.ctx;
	c.arena = a;
	n = delivery_claim(&c, CLAIM, &d, &claimed);
	db_commit(c.db);
	*more = claimed == CLAIM;
	*b = (struct batch){ a, n };
	items = arena_alloc(a, (n + 1) * sizeof(*items));
	for (i = 0; i < n; i++) {
		items[i] = (struct item){ .delivery = d[i], .batch = b };
		hand_over(r, &items[i]);
	}
	if (n == 0)
		arena_free(a);
	return true;
}

static bool
plan(struct remind *r)
{
	int64_t n;

	do {
		if (!remind_begin(r))
			return false;
		q_state_set_reminded_at(r->p.ctx.db, r->p.ctx.now);
		n = delivery_plan(&r->p.ctx, PLAN);
		db_commit(r->p.ctx.db);
	} while (n == PLAN);
	return true;
}

/* Sends until nothing is due. */
static bool
deliver(struct remind *r)
{
	bool more = true;

	if (!plan(r))
		return false;
	while (more || r->waiting > 0) {
		if (more && r->waiting < ENOUGH && !remind_claim(r, &more))
			return false;
		if (r->waiting > 0)
			sender_run(r->sender, r->done_count == 0 ? -1 :
			    RECORD_WAIT, remind_answered, r);
		if (r->done_count >= RECORD_MOST || r->waiting == 0 ||
		    clock_now() - r->p.ctx.now > RECORD_WAIT * 1000)
			if (!remind_record(r))
				return false;
		progress_show(&r->progress, r->count[PUSH_SENT]);
	}
	progress_end(&r->progress);
	return remind_record(r);
}

/* Sends what falls due in the next seconds, each at its time. */
static bool
stay(struct remind *r, int64_t seconds)
{
	int64_t now = clock_now(), end = now + seconds * SECOND, wait, next;
	int64_t said = now;

	for (; now < end; now = clock_now()) {
		next = delivery_next(&r->p.ctx);
		wait = (next < end ? next : end) - now;
		if (wait > SECOND)	/* a new reminder may be set
					 * meanwhile */
			wait = SECOND;
		if (wait < LEAST_WAIT)
			wait = LEAST_WAIT;
		poll(NULL, 0, (int)(wait / 1000) + 1);
		now = clock_now();
		/* Every minute, even if nothing is due: reminded_at shows that
		 * the program runs. */
		if (next > now && now - said < MINUTE)
			continue;
		said = now;
		if (!deliver(r))
			return false;
	}
	return true;
}

/* Lists what would be sent, in a transaction that is rolled back. */
static int
dry_run(struct remind *r)
{
	char when[STAMP_SIZE];
	struct delivery *d;
	int64_t claimed;
	size_t n, i;

	if (!remind_begin(r))
		return 1;
	while (delivery_plan(&r->p.ctx, PLAN) == PLAN)
		continue;
	do {
		n = delivery_claim(&r->p.ctx, CLAIM, &d, &claimed);
		for (i = 0; i < n; i++)
			printf("%s\t%s\t%s\t%s\t%s\n", d[i].kind,
			    stamp_format(d[i].due_at, when), d[i].email,
			    d[i].task, d[i].endpoint);
	} while (claimed == CLAIM);
	db_end(r->p.ctx.db);
	return 0;
}

static void
remind_say(const struct remind *r)
{
	program_say(&r->p, "%lld sent, %lld to retry, %lld refused, %lld "
	    "subscriptions expired", (long long)r->count[PUSH_SENT],
	    (long long)(r->count[PUSH_LATER] + r->count[PUSH_OUR_FAULT] -
	    r->too_late), (long long)r->count[PUSH_REFUSED],
	    (long long)r->count[PUSH_GONE]);
	if (r->too_late > 0)
		log_error("%lld dropped: not delivered within 24 hours",
		    (long long)r->too_late);
}

/* With reminders off, discards what is due, so that it is not sent late when
 * they are on again. */
static int
remind_forget(struct remind *r)
{
	while (delivery_waiting(&r->p.ctx)) {
		if (!remind_begin(r))
			return 1;
		delivery_drop(&r->p.ctx, PLAN);
		db_commit(r->p.ctx.db);
	}
	program_say(&r->p, "reminders are off");
	return 0;
}

/* Without keys, notices wait for up to a day.  This is not an error, which cron
 * would mail every minute; docket-admin check reports it. */
static int
without_keys(struct remind *r)
{
	program_say(&r->p, "there are no VAPID keys: run `docket-admin vapid`, "
	    "or set reminders = off");
	return plan(r) ? 0 : 1;
}

static int
remind_run(struct remind *r, int64_t seconds)
{
	struct ctx *c = &r->p.ctx;
	struct vapid *v;
	bool ok;

	if (r->p.settings.reminders == REMINDERS_OFF)
		return remind_forget(r);
	if (!rows_any(q_state_vapid(c->db)))
		return without_keys(r);
	if ((v = keys_load(c)) == NULL)
		return 1;
	r->sender = sender_new(&r->p.settings, v);
	r->progress = progress_begin(&r->p, "sent", 0);
	ok = deliver(r) && stay(r, seconds);
	sender_free(r->sender);
	vapid_free(v);
	remind_say(r);
	return ok && !r->failed ? 0 : 1;
}

/* Allows only the data and push services: port 443, and push-allow. */
static bool
remind_confine(struct program *p)
{
	const struct net_list *allow = &p->settings.push_allow;
	uint16_t *ports = arena_alloc(p->ctx.arena, (allow->count + 3) *
	    sizeof(*ports));
	bool any = false;
	size_t i, n = 0;

	ports[n++] = 53;	/* name servers, if UDP is not enough */
	ports[n++] = 443;
	for (i = 0; i < allow->count; i++)
		if (allow->rule[i].port == 0)
			any = true;
		else
			ports[n++] = (uint16_t)allow->rule[i].port;
	return program_confine(p, (struct sandbox){ .ports = ports,
	    .any_port = any });
}

int
main(int argc, char **argv)
{
	struct remind r = { .sender = NULL };
	const char *seconds = "0";
	char *end;
	bool dry = false;
	const struct program_option options[] = {
		{ "for", 0, &seconds, NULL },
		{ "dry-run", 'n', NULL, &dry },
		{ NULL, 0, NULL, NULL }
	};
	int status;
	long n;

	r.p = (struct program){ .name = "docket-remind", .usage = usage,
	    .options = options };
	status = program_begin(&r.p, argc, argv);
	if (status != PROGRAM_GOES_ON)
		return status;
	n = strtol(seconds, &end, 10);
	if (r.p.count != 0 || *end != '\0' || end == seconds || n < 0 ||
	    n > 86400)
		return program_end(&r.p, program_misused(r.p.count != 0 ?
		    "too many arguments; see --help" :
		    "--for must be 0 to 86400 seconds"));
	if (!program_become_owner(&r.p))
		return program_end(&r.p, 1);
	if (!remind_confine(&r.p) || !program_open(&r.p))
		return program_end(&r.p, 1);
	return program_end(&r.p, dry ? dry_run(&r) : remind_run(&r, n));
}
