/*
 * XML in requests: a tree in an arena, read by expat.
 */
#ifndef DAV_XML_H
#define DAV_XML_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;

/* Namespaces. */
#define NS_DAV		"DAV:"
#define NS_CALDAV	"urn:ietf:params:xml:ns:caldav"
#define NS_SERVER	"http://calendarserver.org/ns/"
#define NS_APPLE	"http://apple.com/ns/ical/"

/* An attribute. */
struct xml_attr {
	struct xml_attr	*next;
	const char	*ns;		/* or "" */
	const char	*name;
	const char	*value;
};

/* An element; or text, which has no name. */
struct xml {
	struct xml	*next;		/* the next of the same parent */
	struct xml	*first, *last;	/* children */
	struct xml_attr	*attrs;
	const char	*ns;		/* or "" */
	const char	*name;		/* NULL: text */
	const char	*text;
};

/* The root; NULL, with a sentence in *why, if it is not well-formed, not UTF-8,
 * has a DOCTYPE, more than 32 levels or more than 50,000 elements. */
struct xml	*xml_read(struct arena *, const char *, size_t,
		    const char **why);
bool		 xml_is(const struct xml *, const char *ns, const char *name);
/* The first child of that name; NULL: there is none. */
const struct xml *xml_child(const struct xml *, const char *ns,
		    const char *name);
/* The next element from this one on, without text; NULL at the end. */
const struct xml *xml_element(const struct xml *);
/* All text directly within, in the arena. */
const char	*xml_text(struct arena *, const struct xml *);
/* The value of an attribute without a namespace; NULL: it has none. */
const char	*xml_attr(const struct xml *, const char *name);

/* Writes the element with all that it has, so that it can stand anywhere. */
void		 xml_write(struct buf *, const struct xml *);
/* Writes text: escaped, and U+FFFD for what XML cannot have. */
void		 xml_put_text(struct buf *, const char *);

#endif
