/*
 * Allowed endpoints, outcomes and turns: endpoint.c, outcome.c and lanes.c of
 * lib/push.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdbool.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>

#include "base/arena.h"
#include "base/base.h"
#include "push/endpoint.h"
#include "push/outcome.h"
#include "push/encrypt.h"
#include "push/lanes.h"
#include "push/request.h"

static struct arena *arena;
static struct net_list allowed;

static int
setup(void **state)
{
	const char *why;

	(void)state;
	arena = arena_new();
	return !net_list_parse(arena, "192.0.2.7:2525, push.example:80",
	    NET_HOSTS, &allowed, &why);
}

static int
teardown(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

static void
endpoints_have_an_origin(void **state)
{
	static const struct { const char *url, *origin, *host; int port; }
	of[] = {
		{ "https://Push.Example/x?y", "https://push.example",
		    "push.example", 443 },
		{ "HTTPS://push.example:443/", "https://push.example",
		    "push.example", 443 },
		{ "https://push.example:8443", "https://push.example:8443",
		    "push.example", 8443 },
		{ "http://push.example/", "http://push.example",
		    "push.example", 80 },
		{ "https://[2001:DB8::1]/", "https://[2001:db8::1]",
		    "[2001:db8::1]", 443 },
		{ "ftp://push.example/", NULL, NULL, 0 },
		{ "https://ada@push.example/", NULL, NULL, 0 },
		{ "//push.example/", NULL, NULL, 0 },
		{ "push.example", NULL, NULL, 0 },
		{ "mailto:ada@example.org", NULL, NULL, 0 },
		{ "https://push.example:99999/", NULL, NULL, 0 },
		{ "", NULL, NULL, 0 } };
	struct endpoint e;
	CURLU *url = curl_url();
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(of); i++) {
		print_message("# %s\n", of[i].url);
		assert_int_equal(endpoint_read(arena, url, of[i].url, &e),
		    of[i].origin != NULL);
		if (of[i].origin == NULL)
			continue;
		assert_string_equal(e.origin, of[i].origin);
		assert_string_equal(e.host, of[i].host);
		assert_int_equal(e.port, of[i].port);
		assert_int_equal(e.https, of[i].origin[4] == 's');
	}
	curl_url_cleanup(url);
}

static void
only_public_or_allowed_addresses_are_open(void **state)
{
	static const struct { const char *address; int port; bool open; }
	of[] = { { "8.8.8.8", 443, true }, { "8.8.8.8", 80, false },
		{ "8.8.8.8", 2525, false }, { "127.0.0.1", 443, false },
		{ "10.0.0.1", 443, false }, { "169.254.169.254", 443, false },
		{ "192.0.2.7", 2525, true }, { "192.0.2.7", 443, false } };
	struct sockaddr_un un = { .sun_family = AF_UNIX };
	struct sockaddr_in in = { .sin_family = AF_INET };
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(of); i++) {
		in.sin_port = htons((uint16_t)of[i].port);
		inet_pton(AF_INET, of[i].address, &in.sin_addr);
		assert_int_equal(endpoint_open((struct sockaddr *)&in,
		    &allowed), of[i].open);
	}
	assert_false(endpoint_open((struct sockaddr *)&un, &allowed));
}

/* Whatever the status is: sent and gone are nothing but these. */
static void
only_some_statuses_are_final(void **state)
{
	struct push_result r;
	int status;

	(void)state;
	for (status = 1; status <= 999; status++) {
		r = (struct push_result){ .outcome = PUSH_OUTCOME__MAX };
		assert_int_equal(outcome_of_answer(CURLE_OK, status, false, &r),
		    LANE_ANSWERED);
		assert_int_equal(r.outcome == PUSH_SENT,
		    status >= 200 && status <= 299);
		assert_int_equal(r.outcome == PUSH_GONE,
		    status == 404 || status == 410);
		assert_int_equal(r.outcome == PUSH_LATER, status < 200 ||
		    status >= 500 || status == 408 || status == 425 ||
		    status == 429);
	}
}

static void
each_answer_has_its_outcome(void **state)
{
	static const struct { CURLcode code; int status; bool refused;
	    enum push_outcome outcome; enum lane_end end; } of[] = {
		{ CURLE_OK, 201, false, PUSH_SENT, LANE_ANSWERED },
		{ CURLE_OK, 301, false, PUSH_REFUSED, LANE_ANSWERED },
		{ CURLE_OK, 404, false, PUSH_GONE, LANE_ANSWERED },
		{ CURLE_OK, 410, false, PUSH_GONE, LANE_ANSWERED },
		{ CURLE_OK, 403, false, PUSH_OUR_FAULT, LANE_ANSWERED },
		{ CURLE_OK, 429, false, PUSH_LATER, LANE_ANSWERED },
		{ CURLE_OK, 418, false, PUSH_REFUSED, LANE_ANSWERED },
		{ CURLE_OK, 503, false, PUSH_LATER, LANE_ANSWERED },
		{ CURLE_OK, 102, false, PUSH_LATER, LANE_ANSWERED },
		{ CURLE_OK, 700, false, PUSH_LATER, LANE_ANSWERED },
		{ CURLE_COULDNT_CONNECT, 0, false, PUSH_LATER, LANE_SILENT },
		{ CURLE_COULDNT_CONNECT, 0, true, PUSH_REFUSED, LANE_ENDED },
		{ CURLE_OPERATION_TIMEDOUT, 0, true, PUSH_LATER, LANE_SILENT },
		{ CURLE_URL_MALFORMAT, 0, false, PUSH_REFUSED, LANE_ENDED },
		{ CURLE_SEND_ERROR, 0, false, PUSH_LATER, LANE_ENDED } };
	struct push_result r;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(of); i++) {
		memset(&r, 0, sizeof(r));
		assert_int_equal(outcome_of_answer(of[i].code, of[i].status,
		    of[i].refused, &r), of[i].end);
		assert_int_equal(r.outcome, of[i].outcome);
		assert_non_null(r.why);
	}
}

/* The lane that a message to it has its turn in. */
static struct lane *
lane_of(const char *endpoint)
{
	static struct lanes *l;
	const struct push p = { .endpoint = endpoint };
	struct turn t = { .lane = NULL };

	if (endpoint == NULL) {
		lanes_free(l);
		l = NULL;
		return NULL;
	}
	if (l == NULL)
		l = lanes_new();
	lanes_add(l, &p);
	assert_true(lanes_next(l, 1, &t));
	lane_end(l, t.lane, LANE_ENDED, 1);
	return t.lane;
}

static void
an_origin_has_one_lane(void **state)
{
	char endpoint[600];
	struct lane *a = lane_of("https://push.example/1"), *far;

	(void)state;
	assert_ptr_equal(lane_of("HTTPS://Push.EXAMPLE/2?x"), a);
	assert_ptr_equal(lane_of("https://push.example#x"), a);
	assert_ptr_not_equal(lane_of("https://push.example:8443/"), a);
	assert_ptr_not_equal(lane_of("https://[push.example]/"), a);
	assert_ptr_equal(lane_of("none/1"), lane_of("none/2"));
	memset(endpoint, 'x', sizeof(endpoint));
	memcpy(endpoint, "https://", 8);
	endpoint[sizeof(endpoint) - 1] = '\0';
	far = lane_of(endpoint);
	endpoint[500] = '/';
	assert_ptr_equal(lane_of(endpoint), far);
	lane_of(NULL);
}

static void
lanes_take_turns(void **state)
{
	const struct push p = { .endpoint = "https://push.example/" };
	struct lanes *l = lanes_new();
	struct turn t;
	int i;

	(void)state;
	for (i = 0; i < 200; i++)
		lanes_add(l, &p);
	for (i = 0; i < LANE_UNKNOWN; i++)
		assert_true(lanes_next(l, 1, &t));
	assert_false(lanes_next(l, 1, &t));
	lane_end(l, t.lane, LANE_ANSWERED, 1);
	for (i = 0; i < LANE_KNOWN - LANE_UNKNOWN + 1; i++)
		assert_true(lanes_next(l, 1, &t));
	assert_false(lanes_next(l, 1, &t));
	assert_false(t.closed);
	for (i = 0; i < LANE_SILENCES; i++)
		lane_end(l, t.lane, LANE_SILENT, 1);
	assert_true(lanes_next(l, LANE_CLOSED, &t));
	assert_true(t.closed);
	assert_true(lanes_next(l, LANE_CLOSED + 1, &t));
	assert_false(t.closed);
	assert_true(lanes_waiting(l) > 0);
	lanes_free(l);	/* with those that wait: LeakSanitizer sees to it */
}

/* What is not even tried, and why. */
static void
what_cannot_be_sent_is_reported(void **state)
{
	static const struct { const char *endpoint; size_t len;
	    const char *why; } of[] = {
		{ "ftp://push.example/", 1, "not a valid URL" },
		{ "http://push.example:81/", 1, "is plain http" },
		{ "https://push.example/", ECE_PLAIN_MAX + 1, "too long" },
		{ "https://push.example/", ECE_PLAIN_MAX, "keys" },
		{ "http://push.example/", 1, "keys" } };
	struct request *t = calloc(1, sizeof(*t));
	struct ece *ece = ece_new();
	const char *why;
	size_t i;

	(void)state;
	setenv("CURL_CA_BUNDLE", "", 1);
	setenv("SSL_CERT_FILE", "", 1);
	request_init(t, &allowed);
	for (i = 0; i < COUNT(of); i++) {
		request_clear(t);
		t->push = (struct push){ .endpoint = of[i].endpoint,
			.len = of[i].len, .p256dh = "x", .auth = "y" };
		why = request_fill(t, ece, NULL, 0);
		assert_non_null(why);
		assert_non_null(strstr(why, of[i].why));
	}
	request_free(t);
	ece_free(ece);
	free(t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(endpoints_have_an_origin),
		cmocka_unit_test(only_public_or_allowed_addresses_are_open),
		cmocka_unit_test(only_some_statuses_are_final),
		cmocka_unit_test(each_answer_has_its_outcome),
		cmocka_unit_test(an_origin_has_one_lane),
		cmocka_unit_test(lanes_take_turns),
		cmocka_unit_test(what_cannot_be_sent_is_reported),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
