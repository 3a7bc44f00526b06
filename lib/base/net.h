/*
 * IP addresses, networks and lists of them, as settings and peers name them.
 * IPv4 is held as IPv4-mapped IPv6 (RFC 4291 section 2.5.5.2), so that
 * "::ffff:10.0.0.1" and "10.0.0.1" are one address everywhere.  Nothing here
 * resolves names or opens sockets.
 */
#ifndef BASE_NET_H
#define BASE_NET_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct sockaddr;

struct net_address {
	unsigned char	byte[16];	/* network order; IPv4 is mapped */
};

struct net_network {
	struct net_address	base;	/* bits beyond the prefix are 0 */
	int			bits;	/* 0 to 128; an IPv4 /n is 96 + n */
};

/* One entry of a list: a host name or a network. */
struct net_rule {
	const char		*host;	/* lower case; NULL: the network */
	struct net_network	 network;
	int			 port;	/* 1 to 65535; 0: any */
};

struct net_list {
	const struct net_rule	*rule;
	size_t			 count;
};

enum net_names {
	NET_NETWORKS,		/* addresses and networks, without ports */
	NET_HOSTS		/* also host names, and each with a port */
};

/*
 * "192.0.2.1" (four decimal numbers without leading zeros) or any text form of
 * IPv6; no zone, no brackets, no port, no blanks.  False for anything else.
 */
bool		 net_parse(const char *, struct net_address *);
/*
 * An address (all its bits count) or ADDRESS/BITS.  False also if the address
 * has bits set beyond the prefix, as in 10.0.0.5/8: address or prefix is
 * probably a mistake.
 */
bool		 net_network_parse(const char *, struct net_network *);
/*
 * The peer of a socket.  port may be NULL.  False for families other than
 * AF_INET and AF_INET6.
 */
bool		 net_from_sockaddr(const struct sockaddr *,
		    struct net_address *, int *port);

/*
 * Is the address in the network?  An IPv6 network shorter than ::ffff:0:0/96
 * never contains an IPv4 address: ::/0 is all of IPv6.
 */
bool		 net_within(const struct net_address *,
		    const struct net_network *);
/*
 * Is the address on the public Internet?  False for every block of the IANA
 * IPv4 and IPv6 special-purpose address registries, whatever their column
 * "globally reachable" says (anycast of relays, AS112, 6to4 and Teredo cannot
 * be a service), for multicast, and for all IPv6 outside the allocated
 * 2000::/3.  An IPv4-mapped address, and one behind the well-known NAT64 prefix
 * 64:ff9b::/96 (RFC 6052; how hosts without IPv4 reach the rest), counts as
 * that IPv4 address.
 */
bool		 net_is_global(const struct net_address *);
/* Can only somebody on this machine or in its own networks have it? */
bool		 net_is_inner(const struct net_address *);

/* "192.0.2.1" or the canonical form of RFC 5952. */
const char	*net_text(struct arena *, const struct net_address *);
/*
 * The key that counts a peer's attempts: a whole IPv4 address, or the /64 of an
 * IPv6 address (the least that one subscriber has), as "2001:db8:1:2::/64".
 */
const char	*net_key(struct arena *, const struct net_address *);

/*
 * Entries separated by commas, blanks around them ignored, empty ones too:
 *	192.0.2.1  10.0.0.0/8  2001:db8::/32
 * and with NET_HOSTS also
 *	push.example.org  push.example.org:8443  10.0.0.0/8:8443
 *	[2001:db8::1]:8443  [2001:db8::/32]:8443
 * A host's name is of letters, digits, hyphens and underscores, and its last
 * label is not a number, so that a mistyped address is not taken for a name.
 * False, with *why naming the entry and what is wrong, and *list untouched,
 * for anything else.
 */
bool		 net_list_parse(struct arena *, const char *, enum net_names,
		    struct net_list *list, const char **why);
/* Does a network of the list contain the address, for this port (0: any)? */
bool		 net_list_has(const struct net_list *,
		    const struct net_address *, int port);
/*
 * The same for the host of a URL: a name (ASCII case and one final dot are
 * ignored), or an address, with or without brackets.
 */
bool		 net_list_has_host(const struct net_list *, const char *host,
		    int port);

#endif
