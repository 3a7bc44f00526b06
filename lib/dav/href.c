#include "dav/href.h"

#include <string.h>

#include "base/settings/settings.h"
#include "core/list/collection.h"
#include "core/task/item.h"
#include "core/task/resource.h"
#include "dav/dav.h"
#include "web/request.h"
#include "web/url.h"

/* Unreserved (RFC 3986, section 2.3), and what UIDs like to have. */
static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    "abcdefghijklmnopqrstuvwxyz0123456789-._~@";

static void
put_segment(struct buf *b, const char *name)
{
	size_t n;

	for (; *name != '\0'; name++) {
		n = strspn(name, plain);
		buf_add(b, name, n);
		name += n;
		if (*name == '\0')
			return;
		buf_printf(b, "%%%02X", (unsigned char)*name);
	}
}

/* The path before /dav: that of base-url, or the request's. */
static const char *
path_base(const struct req *rq)
{
	const char *own = rq->ctx.settings->base_url, *p;

	if (own[0] == '\0')
		return rq->in.base;
	p = strstr(own, "://");
	p = p == NULL ? NULL : strchr(p + 3, '/');
	return p == NULL ? "" : p;
}

static void
put_home(struct req *rq, struct buf *b)
{
	buf_str(b, path_base(rq));
	buf_str(b, DAV_ROOT "/");
	buf_str(b, rq->ctx.user);
	buf_str(b, "/");
}

const char *
list_segment(const struct place *p)
{
	return p->list->dav_name != NULL ? p->list->dav_name : p->list->id;
}

void
href_put_item(struct req *rq, struct buf *b, const char *list,
    const char *name)
{
	put_home(rq, b);
	put_segment(b, list);
	buf_str(b, "/");
	put_segment(b, name);
}

void
href_put(struct req *rq, struct buf *b, const struct place *p)
{
	switch (p->kind) {
	case DAV_ROOT_KIND:
		buf_str(b, path_base(rq));
		buf_str(b, DAV_ROOT "/");
		break;
	case DAV_HOME:
		put_home(rq, b);
		break;
	case DAV_LIST:
		href_put_item(rq, b, list_segment(p), "");
		break;
	case DAV_ITEM:
		href_put_item(rq, b, list_segment(p),
		    item_name(rq->ctx.arena, p->item));
		break;
	}
}

const char *
href_decode(struct arena *a, const char *part, size_t len)
{
	const char *name = url_decode(a, part, len, true);

	return name != NULL && resource_name_valid(name) ? name : NULL;
}

/* Is the host of a URL that of the request, or of base-url? */
static bool
own_host(const struct req *rq, const char *host, size_t len)
{
	const char *base = rq->ctx.settings->base_url;
	size_t n;

	if (strlen(rq->in.host) == len &&
	    strncasecmp(rq->in.host, host, len) == 0)
		return true;
	if ((base = strstr(base, "://")) == NULL)
		return false;
	base += 3;
	n = strcspn(base, "/");
	return n == len && strncasecmp(base, host, len) == 0;
}

void
href_read(struct req *rq, const char *url, struct href *h)
{
	const char **parts[] = { &h->user, &h->list, &h->name };
	const char *p = url, *host = strstr(url, "://");
	size_t i, n;

	*h = (struct href){ .bad = true };
	if (host != NULL && host == url + strcspn(url, ":/")) {
		p = host + 3 + strcspn(host + 3, "/");
		if (!own_host(rq, host + 3, (size_t)(p - host - 3))) {
			h->other_host = true;
			return;
		}
	}
	n = strcspn(p, "?#");
	p = arena_dup(rq->ctx.arena, p, n);
	if ((p = strstr(p, DAV_ROOT "/")) == NULL)
		return;
	p += strlen(DAV_ROOT "/");
	for (i = 0; *p != '\0' && i < sizeof(parts) / sizeof(*parts); i++) {
		n = strcspn(p, "/");
		*parts[i] = href_decode(rq->ctx.arena, p, n);
		if (*parts[i] == NULL)
			return;
		p += n + (p[n] == '/');
	}
	h->bad = *p != '\0' || h->user == NULL;
}
