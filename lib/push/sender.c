#include "push/sender.h"

#include <curl/curl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/date.h"
#include "base/log.h"
#include "base/settings/settings.h"
#include "push/encrypt.h"
#include "push/lanes.h"
#include "push/request.h"

#define CONNECTIONS	100L	/* in all */
#define HOST_CONNECTIONS 16L	/* to one host; with HTTP/2 one is enough */

struct sender {
	const struct settings *settings;
	struct vapid	*vapid;
	struct ece	*ece;
	struct lanes	*lanes;
	CURLM		*multi;
	struct transfer	 transfer[PUSH_AT_ONCE];
	struct transfer	*free;
	size_t		 under_way;
	size_t		 finished;	/* in this sender_run() */
	void		(*done)(void *, const struct push_result *);
	void		*done_arg;
};

struct sender *
sender_new(const struct settings *settings, struct vapid *vapid)
{
	struct sender *s = calloc(1, sizeof(*s));
	size_t i;

	if (s == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	signal(SIGPIPE, SIG_IGN);
	curl_must(curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK);
	s->settings = settings;
	s->vapid = vapid;
	s->ece = ece_new();
	s->lanes = lanes_new();
	s->multi = curl_multi_init();
	curl_must(s->multi != NULL);
	curl_multi_setopt(s->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS,
	    CONNECTIONS);
	curl_multi_setopt(s->multi, CURLMOPT_MAX_HOST_CONNECTIONS,
	    HOST_CONNECTIONS);
	curl_multi_setopt(s->multi, CURLMOPT_MAXCONNECTS, CONNECTIONS);
	for (i = PUSH_AT_ONCE; i-- > 0; ) {
		s->transfer[i].next = s->free;
		s->free = &s->transfer[i];
	}
	return s;
}

void
sender_free(struct sender *s)
{
	struct transfer *t;

	if (s == NULL)
		return;
	for (t = s->transfer; t < s->transfer + PUSH_AT_ONCE; t++) {
		/* One that is not under way is not there: no matter. */
		if (t->easy != NULL)
			curl_multi_remove_handle(s->multi, t->easy);
		transfer_free(t);
	}
	curl_multi_cleanup(s->multi);
	curl_global_cleanup();
	lanes_free(s->lanes);
	ece_free(s->ece);
	free(s);
}

void
sender_add(struct sender *s, const struct push *push)
{
	lanes_add(s->lanes, push);
}

/* Tells the result, and frees the transfer. */
static void
finish(struct sender *s, struct transfer *t, enum lane_end end,
    struct push_result *result)
{
	result->tag = t->push.tag;
	result->said = t->said;
	lane_end(s->lanes, t->lane, end, clock_now());
	s->finished++;
	s->done(s->done_arg, result);
	t->next = s->free;
	s->free = t;
}

static void
begin(struct sender *s, struct transfer *t, const struct turn *turn)
{
	struct push_result result = { .outcome = PUSH_REFUSED };

	t->push = turn->push;
	t->lane = turn->lane;
	transfer_clear(t);
	if (turn->closed) {
		result.outcome = PUSH_LATER;
		result.why = "the push service just failed to answer other "
		    "messages";
	} else
		result.why = transfer_ready(t, s->ece, s->vapid,
		    turn->generation);
	if (result.why != NULL) {
		finish(s, t, LANE_ENDED, &result);
		return;
	}
	curl_must(curl_multi_add_handle(s->multi, t->easy) == CURLM_OK);
	s->under_way++;
}

static void
begin_some(struct sender *s)
{
	struct transfer *t;
	struct turn turn;

	while ((t = s->free) != NULL &&
	    lanes_next(s->lanes, clock_now(), &turn)) {
		s->free = t->next;
		if (t->easy == NULL)
			transfer_prepare(t, &s->settings->push_allow);
		begin(s, t, &turn);
	}
}

static void
end(struct sender *s, CURL *easy, CURLcode code)
{
	struct push_result result = { 0 };
	enum lane_end end;
	char *private;

	curl_easy_getinfo(easy, CURLINFO_PRIVATE, &private);
	end = transfer_result((struct transfer *)private, code, &result);
	curl_multi_remove_handle(s->multi, easy);
	s->under_way--;
	finish(s, (struct transfer *)private, end, &result);
}

static void
go_on(struct sender *s)
{
	CURLMsg *msg;
	int n;

	begin_some(s);
	curl_must(curl_multi_perform(s->multi, &n) == CURLM_OK);
	while ((msg = curl_multi_info_read(s->multi, &n)) != NULL)
		if (msg->msg == CURLMSG_DONE)
			end(s, msg->easy_handle, msg->data.result);
}

size_t
sender_run(struct sender *s, int wait, void (*done)(void *,
    const struct push_result *), void *arg)
{
	int64_t end = clock_now() + wait * INT64_C(1000), left = INT64_MAX;

	s->done = done;
	s->done_arg = arg;
	s->finished = 0;
	for (;;) {
		go_on(s);
		if (wait >= 0)
			left = end - clock_now();
		if (s->finished > 0 || s->under_way == 0 || left <= 0)
			return s->under_way + lanes_waiting(s->lanes);
		curl_must(curl_multi_poll(s->multi, NULL, 0,
		    left < 1000000 ? (int)(left / 1000) + 1 : 1000, NULL) ==
		    CURLM_OK);
	}
}
