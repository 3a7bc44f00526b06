/*
 * Checks the endpoint of a push subscription: an absolute https URI (RFC 3986
 * section 4.3) with a public host.  What its name resolves to is checked when a
 * message is sent.
 */
#ifndef CORE_NOTIFY_REGISTRATION_H
#define CORE_NOTIFY_REGISTRATION_H

struct arena;
struct net_list;

/* What is wrong with it, for people; NULL: nothing. */
const char	*registration_fault(struct arena *,
		    const struct net_list *push_allow, const char *uri);

#endif
