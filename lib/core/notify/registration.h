/*
 * What may be registered as the endpoint of a push subscription: an absolute
 * https URI (RFC 3986 section 4.3) that a message could be delivered to.  What
 * a name resolves to is looked at when one is.
 */
#ifndef CORE_NOTIFY_REGISTRATION_H
#define CORE_NOTIFY_REGISTRATION_H

struct arena;
struct net_list;

/* What is wrong with it, for a person; NULL: nothing. */
const char	*registration_fault(struct arena *,
		    const struct net_list *push_allow, const char *uri);

#endif
