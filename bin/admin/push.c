/*
 * docket-admin vapid and push-test.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "bin/admin/admin.h"
#include "core/user/user.h"
#include "db/db.h"
#include "push/keys.h"
#include "push/sender.h"
#include "push/vapid.h"
#include "query/push.h"

#define TEST_TTL	60	/* seconds: offline devices do not get it */

int
admin_vapid(struct admin *a)
{
	struct ctx *c = &a->p.ctx;
	const char *public;
	bool made = true;

	if (!program_write(&a->p))
		return 1;
	public = a->replace ? keys_replace(c) : keys_make(c, &made);
	db_commit(c->db);
	if (!made)
		program_say(&a->p, "The keys exist already, and subscriptions "
		    "depend on them.  The public key:");
	printf("%s\n", public);
	return 0;
}

/* A device, and the outcome of its message. */
struct test {
	const char	*endpoint;
	struct push	 push;
	bool		 sent;
};

static void
push_test_answered(void *arg, const struct push_result *r)
{
	struct test *t = r->tag;

	(void)arg;
	t->sent = r->outcome == PUSH_SENT;
	printf("%.*s: %s%s%s", (int)strcspn(t->endpoint + 8, "/") + 8,
	    t->endpoint, t->sent ? "accepted" : r->why,
	    r->said[0] != '\0' ? "; answer: " : "", r->said);
	if (r->status != 0)
		printf(" (HTTP %d)", r->status);
	putchar('\n');
}

static size_t
read_devices(struct admin *a, const char *user, struct test **out)
{
	static const char message[] = "{\"type\":\"test\",\"title\":"
	    "\"A test of Docket's reminders\"}";
	struct ctx *c = &a->p.ctx;
	struct rows *r = q_subscription_keys(c->db, user);
	struct subscription_keys_row keys;
	struct test *all = NULL, *t;
	size_t n;

	for (n = 0; next_subscription_keys(r, c->arena, &keys); n++) {
		all = arena_more(c->arena, all, n, sizeof(*all));
		t = &all[n];
		*t = (struct test){ .endpoint = keys.endpoint };
		t->push = (struct push){ .endpoint = keys.endpoint,
		    .p256dh = keys.p256dh, .auth = keys.auth,
		    .payload = message,
		    .len = sizeof(message) - 1, .ttl = TEST_TTL,
		    .urgency = PUSH_HIGH };
	}
	*out = all;
	return n;
}

int
admin_push_test(struct admin *a)
{
	struct sender *s;
	struct test *all;
	struct vapid *v;
	struct user u;
	size_t n, i, sent = 0;

	if (!program_open(&a->p))
		return 1;
	if (!user_by_email(&a->p.ctx, a->words[0], &u))
		return program_failed("no user has that address");
	n = read_devices(a, u.id, &all);
	if (n == 0)
		return program_failed("%s has no device registered for push",
		    u.email);
	if ((v = keys_load(&a->p.ctx)) == NULL)
		return 1;
	s = sender_new(&a->p.settings, v);
	for (i = 0; i < n; i++) {
		all[i].push.tag = &all[i];
		sender_add(s, &all[i].push);
	}
	while (sender_run(s, -1, push_test_answered, NULL) > 0)
		continue;
	sender_free(s);
	vapid_free(v);
	for (i = 0; i < n; i++)
		sent += all[i].sent;
	return sent == n ? 0 : program_failed("sending failed to %zu of %zu "
	    "devices", n - sent, n);
}
