#include "dav/prop.h"

#include <string.h>
#include <time.h>

#include "base/base.h"
#include "core/limits.h"
#include "core/list/collection.h"
#include "core/list/property.h"
#include "core/task/item.h"
#include "core/task/resource.h"
#include "core/user/token.h"
#include "core/user/user.h"
#include "dav/dav.h"
#include "dav/href.h"
#include "dav/protocol.h"
#include "dav/token.h"
#include "dav/xml.h"
#include "ical/task.h"
#include "web/request.h"

/* <href> of a place without a list. */
static bool
put_href(struct req *rq, struct buf *b, enum dav_kind kind)
{
	buf_str(b, "<href>");
	href_put(rq, b, &(const struct place){ .kind = kind });
	buf_str(b, "</href>");
	return true;
}

static bool
put_resourcetype(struct req *rq, struct buf *b, const struct place *p)
{
	(void)rq;
	if (p->kind != DAV_ITEM)
		buf_str(b, "<collection/>");
	if (p->kind == DAV_LIST)
		buf_str(b, "<C:calendar/>");
	else if (p->kind == DAV_HOME)
		buf_str(b, "<principal/>");
	return true;
}

static bool
put_displayname(struct req *rq, struct buf *b, const struct place *p)
{
	struct user u;

	if (p->kind == DAV_LIST)
		xml_put_text(b, p->list->title);
	else if (p->kind == DAV_HOME && user_get(&rq->ctx, rq->ctx.user, &u))
		xml_put_text(b, u.display_name);
	else
		buf_str(b, "Docket");
	return true;
}

static bool
put_principal(struct req *rq, struct buf *b, const struct place *p)
{
	(void)p;
	return put_href(rq, b, DAV_HOME);
}

static bool
put_root(struct req *rq, struct buf *b, const struct place *p)
{
	(void)p;
	return put_href(rq, b, DAV_ROOT_KIND);
}

static bool
put_owner_href(struct req *rq, struct buf *b, const struct place *p)
{
	return strcmp(p->list->role, "owner") == 0 &&
	    put_href(rq, b, DAV_HOME);
}

static bool
put_address(struct req *rq, struct buf *b, const struct place *p)
{
	struct user u;

	(void)p;
	if (!user_get(&rq->ctx, rq->ctx.user, &u))
		return false;
	buf_str(b, "<href>mailto:");
	xml_put_text(b, u.email);
	buf_str(b, "</href>");
	return true;
}

/* May the caller write there? */
static bool
place_writable(struct req *rq, const struct place *p)
{
	unsigned token = rq->caller.rights.token;

	if (rq->caller.secret != NULL && !(token & TOKEN_WRITE) &&
	    (!(token & TOKEN_DAV) || (token & TOKEN_DAV_READS)))
		return false;
	return p->list == NULL || strcmp(p->list->role, "viewer") != 0;
}

static bool
put_privileges(struct req *rq, struct buf *b, const struct place *p)
{
	static const char *const names[] = { "read", "write", "write-content",
		"write-properties", "bind", "unbind" };
	size_t i, n = place_writable(rq, p) ? COUNT(names) : 1;

	for (i = 0; i < n; i++)
		buf_printf(b, "<privilege><%s/></privilege>", names[i]);
	return true;
}

static bool
put_report_set(struct req *rq, struct buf *b, const struct place *p)
{
	static const char *const names[] = { "C:calendar-query",
		"C:calendar-multiget", "sync-collection" };
	size_t i;

	(void)rq;
	for (i = 0; p->kind == DAV_LIST && i < COUNT(names); i++)
		buf_printf(b, "<supported-report><report><%s/></report>"
		    "</supported-report>", names[i]);
	return true;
}

static bool
put_type(struct req *rq, struct buf *b, const struct place *p)
{
	(void)rq;
	buf_str(b, p->kind == DAV_LIST ? "text/calendar; charset=utf-8" :
	    ITEM_TYPE);
	return true;
}

static bool
put_etag(struct req *rq, struct buf *b, const struct place *p)
{
	struct buf etag = { 0 };

	(void)rq;
	item_etag_put(&etag, p->item);
	/* In XML, but its quotes need no escapes. */
	buf_add(b, etag.data, etag.len);
	buf_free(&etag);
	return true;
}

static bool
put_modified(struct req *rq, struct buf *b, const struct place *p)
{
	int64_t at = p->item->stamp > p->item->own_at ? p->item->stamp :
	    p->item->own_at;
	time_t t = (time_t)(at / SECOND);
	char text[40];
	struct tm tm;

	(void)rq;
	gmtime_r(&t, &tm);
	strftime(text, sizeof(text), "%a, %d %b %Y %H:%M:%S GMT", &tm);
	buf_str(b, text);
	return true;
}

static bool
put_length(struct req *rq, struct buf *b, const struct place *p)
{
	struct buf text = { 0 };

	task_text(&rq->ctx, p->item, &text);
	buf_printf(b, "%zu", text.len);
	buf_free(&text);
	return true;
}

static bool
put_data(struct req *rq, struct buf *b, const struct place *p)
{
	struct buf text = { 0 };

	task_text(&rq->ctx, p->item, &text);
	buf_add(&text, "", 1);
	xml_put_text(b, text.data);
	buf_free(&text);
	return true;
}

static bool
put_components(struct req *rq, struct buf *b, const struct place *p)
{
	(void)rq;
	(void)p;
	buf_str(b, "<C:comp name=\"VTODO\"/>");
	return true;
}

static bool
put_supported_data(struct req *rq, struct buf *b, const struct place *p)
{
	(void)rq;
	(void)p;
	buf_str(b, "<C:calendar-data content-type=\"text/calendar\" "
	    "version=\"2.0\"/>");
	return true;
}

static bool
put_sync_token(struct req *rq, struct buf *b, const struct place *p)
{
	struct sync_state s = sync_now(p->list);

	sync_put(rq, b, p->list, &s);
	return true;
}

static bool
put_max_size(struct req *rq, struct buf *b, const struct place *p)
{
	(void)rq;
	(void)p;
	buf_printf(b, "%d", RESOURCE_MAX);
	return true;
}

static bool
put_used(struct req *rq, struct buf *b, const struct place *p)
{
	buf_printf(b, "%lld", (long long)user_text(&rq->ctx,
	    p->list->owner_id));
	return true;
}

static bool
put_available(struct req *rq, struct buf *b, const struct place *p)
{
	int64_t used = user_text(&rq->ctx, p->list->owner_id);

	buf_printf(b, "%lld", (long long)(used < CAP_TEXT ? CAP_TEXT - used :
	    0));
	return true;
}

#define PERSONS	(DAV_ROOT_KIND | DAV_HOME)
#define LISTS	(PERSONS | DAV_LIST)

static const struct prop props[] = {
	{ NS_DAV, "getetag", DAV_ITEM, true, false, put_etag },
	{ NS_CALDAV, "calendar-data", DAV_ITEM, false, true, put_data },
	{ NS_DAV, "getcontenttype", DAV_LIST | DAV_ITEM, true, false, put_type },
	{ NS_DAV, "resourcetype", LISTS | DAV_ITEM, true, false, put_resourcetype },
	{ NS_DAV, "displayname", LISTS, true, false, put_displayname },
	{ NS_SERVER, "getctag", DAV_LIST, false, false, put_sync_token },
	{ NS_DAV, "sync-token", DAV_LIST, false, false, put_sync_token },
	{ NS_DAV, "current-user-principal", LISTS, false, false, put_principal },
	{ NS_DAV, "principal-URL", PERSONS, false, false, put_principal },
	{ NS_DAV, "principal-collection-set", LISTS, false, false, put_root },
	{ NS_CALDAV, "calendar-home-set", PERSONS, false, false, put_principal },
	{ NS_CALDAV, "calendar-user-address-set", PERSONS, false, false,
	    put_address },
	{ NS_DAV, "current-user-privilege-set", LISTS | DAV_ITEM, false, false,
	    put_privileges },
	{ NS_DAV, "supported-report-set", LISTS, false, false, put_report_set },
	{ NS_DAV, "owner", DAV_LIST | DAV_ITEM, false, false, put_owner_href },
	{ NS_CALDAV, "supported-calendar-component-set", DAV_LIST, false, false,
	    put_components },
	{ NS_CALDAV, "supported-calendar-data", DAV_LIST, false, false,
	    put_supported_data },
	{ NS_CALDAV, "max-resource-size", DAV_LIST, false, false, put_max_size },
	{ NS_DAV, "getlastmodified", DAV_ITEM, true, false, put_modified },
	{ NS_DAV, "getcontentlength", DAV_ITEM, false, true, put_length },
	{ NS_DAV, "quota-used-bytes", DAV_LIST, false, false, put_used },
	{ NS_DAV, "quota-available-bytes", DAV_LIST, false, false, put_available },
	{ .name = NULL }
};

const struct prop *const prop_table = props;

const struct prop *
prop_find(const char *ns, const char *name)
{
	const struct prop *p;

	for (p = props; p->name != NULL; p++)
		if (strcmp(p->name, name) == 0 && strcmp(p->ns, ns) == 0)
			return p;
	return NULL;
}
