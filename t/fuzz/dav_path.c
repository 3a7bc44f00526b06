/*
 * Addresses of CalDAV's clients: what is read of one is never more than a name,
 * and what is written of these names reads as the same ones.
 */
#include <string.h>

#include "base/settings/settings.h"
#include "base/text.h"
#include "core/task/resource.h"
#include "dav/href.h"
#include "t/fuzz/lib/fuzz.h"
#include "t/fuzz/lib/web.h"

#define USER	"11111111-1111-4111-8111-111111111111"

static int items;

bool
fuzz_reached(void)
{
	return items > 5;
}

static void
check_name(const char *name)
{
	if (name == NULL)
		return;
	MUST(name[0] != '\0' && strlen(name) <= RESOURCE_NAME_MAX);
	MUST(text_valid(name, strlen(name)) && !text_has_control(name));
	MUST(strchr(name, '/') == NULL);
	MUST(strcmp(name, ".") != 0 && strcmp(name, "..") != 0);
}

static void
check_written(struct req *rq, const struct href *h)
{
	struct buf b = { 0 };
	struct href again;
	const char *p;

	href_put_item(rq, &b, h->list, h->name);
	for (p = arena_dup(rq->ctx.arena, b.data, b.len); *p != '\0'; p++)
		MUST(*p > ' ' && *p < 0x7f && strchr("\"<>?#&\\", *p) == NULL);
	href_read(rq, arena_dup(rq->ctx.arena, b.data, b.len), &again);
	MUST(!again.bad && !again.other_host);
	MUST(strcmp(again.user, USER) == 0);
	MUST(strcmp(again.list, h->list) == 0);
	MUST(strcmp(again.name, h->name) == 0);
	buf_free(&b);
	items++;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct input in = { data, len };
	struct arena *a = arena_new();
	struct settings s = { .cors_origins = "", .base_url =
	    input_byte(&in) % 2 ? "https://docket.example/tasks" : "" };
	struct href h;
	struct req rq;

	web_begin(&rq, a, &s);
	rq.in.host = "docket.example";
	rq.ctx.user = USER;
	href_read(&rq, input_text(&in, a), &h);
	check_name(h.user);
	check_name(h.list);
	check_name(h.name);
	MUST(h.name == NULL || h.list != NULL);
	MUST(h.list == NULL || h.user != NULL);
	if (!h.bad && !h.other_host && h.name != NULL)
		check_written(&rq, &h);
	web_done(&rq);
	arena_free(a);
	return 0;
}
