/*
 * docket-admin check: proxies that trusted-proxies does not name.
 */
#include "base/net.h"
#include "base/settings/settings.h"
#include "bin/admin/admin.h"
#include "bin/admin/check.h"
#include "bin/admin/finding.h"
#include "core/forwarded.h"

/* A peer on the Internet may be any client that sends the header. */
void
check_forwarded(struct check *k)
{
	const struct settings *s = k->c->settings;
	const char *peer = forwarded_last(s->data, k->c->now, k->c->arena);
	struct net_address address;

	if (peer == NULL || !net_parse(peer, &address) ||
	    net_list_has(&s->trusted_proxies, &address, 0))
		return;
	check_found(k, !net_is_global(&address), "If it is a proxy, add it to "
	    "trusted-proxies, and restart the service; until then the log has "
	    "its address instead of the clients', and limits and the cookie's "
	    "Secure are less exact",
	    "%s forwards requests, but trusted-proxies does not name it", peer);
}
