/*
 * CalDAV (RFC 4791): a request below /dav, and what it is about.
 */
#ifndef DAV_DAV_H
#define DAV_DAV_H

#include <stdbool.h>
#include <stdint.h>

struct collection;
struct item;
struct put;
struct req;
struct xml;

#define DAV_ROOT	"/dav"
#define ITEM_TYPE	"text/calendar; charset=utf-8; component=vtodo"
#define XML_MAX		(4 * 1024 * 1024)

/* What a resource is. */
enum dav_kind {
	DAV_ROOT_KIND = 1,		/* /dav/ */
	DAV_HOME = 2,			/* a user, and the home of their lists */
	DAV_LIST = 4,
	DAV_ITEM = 8			/* a task or step */
};

/* A resource. */
struct place {
	enum dav_kind		 kind;
	const struct collection	*list;	/* of DAV_LIST and DAV_ITEM */
	const struct item	*item;	/* of DAV_ITEM */
};

/* A request, from its `before` step on. */
struct dav {
	const struct xml *body;		/* NULL: there is none */
	int		 depth;		/* 0 or 1 */
	bool		 minimal;	/* the client wants no 404 propstats */
	bool		 steps;		/* it sees steps */
	struct put	*put;		/* of a PUT */
};

/* Where the route's path has its parts, once dav_find() has decoded them. */
enum { DAV_ARG_LIST, DAV_ARG_NAME, DAV_ARG_USER };

#endif
