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
	struct request	 request[PUSH_AT_ONCE];
	struct request	*free;
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
		s->request[i].next = s->free;
		s->free = &s->request[i];
	}
	return s;
}

void
sender_free(struct sender *s)
{
	struct request *r;

	if (s == NULL)
		return;
	for (r = s->request; r < s->request + PUSH_AT_ONCE; r++) {
		/* Fails harmlessly if it is not in transit. */
		if (r->easy != NULL)
			curl_multi_remove_handle(s->multi, r->easy);
		request_free(r);
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

/* Passes on the result; the request is free again. */
static void
sender_finish(struct sender *s, struct request *r, enum lane_end end,
    struct push_result *result)
{
	result->tag = r->push.tag;
	result->said = r->said;
	lane_end(s->lanes, r->lane, end, clock_now());
	s->finished++;
	s->done(s->done_arg, result);
	r->next = s->free;
	s->free = r;
}

static void
sender_begin(struct sender *s, struct request *r, const struct turn *turn)
{
	struct push_result result = { .outcome = PUSH_REFUSED };

	r->push = turn->push;
	r->lane = turn->lane;
	request_clear(r);
	if (turn->closed) {
		result.outcome = PUSH_LATER;
		result.why = "the push service just failed to answer other "
		    "messages";
	} else
		result.why = request_fill(r, s->ece, s->vapid,
		    turn->generation);
	if (result.why != NULL) {
		sender_finish(s, r, LANE_ENDED, &result);
		return;
	}
	curl_must(curl_multi_add_handle(s->multi, r->easy) == CURLM_OK);
	s->under_way++;
}

static void
begin_some(struct sender *s)
{
	struct request *r;
	struct turn turn;

	while ((r = s->free) != NULL &&
	    lanes_next(s->lanes, clock_now(), &turn)) {
		s->free = r->next;
		if (r->easy == NULL)
			request_init(r, &s->settings->push_allow);
		sender_begin(s, r, &turn);
	}
}

static void
sender_end(struct sender *s, CURL *easy, CURLcode code)
{
	struct push_result result = { 0 };
	enum lane_end end;
	char *private;

	curl_easy_getinfo(easy, CURLINFO_PRIVATE, &private);
	end = request_result((struct request *)private, code, &result);
	curl_multi_remove_handle(s->multi, easy);
	s->under_way--;
	sender_finish(s, (struct request *)private, end, &result);
}

static void
sender_go_on(struct sender *s)
{
	CURLMsg *msg;
	int n;

	begin_some(s);
	curl_must(curl_multi_perform(s->multi, &n) == CURLM_OK);
	while ((msg = curl_multi_info_read(s->multi, &n)) != NULL)
		if (msg->msg == CURLMSG_DONE)
			sender_end(s, msg->easy_handle, msg->data.result);
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
		sender_go_on(s);
		if (wait >= 0)
			left = end - clock_now();
		if (s->finished > 0 || s->under_way == 0 || left <= 0)
			return s->under_way + lanes_waiting(s->lanes);
		curl_must(curl_multi_poll(s->multi, NULL, 0,
		    left < 1000000 ? (int)(left / 1000) + 1 : 1000, NULL) ==
		    CURLM_OK);
	}
}
