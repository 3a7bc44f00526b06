#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/un.h>

#include "base/base.h"
#include "base/net.h"
#include "t/unit/lib/unit.h"

static struct net_address
address(const char *text)
{
	struct net_address a;

	if (!net_parse(text, &a))
		fail_msg("%s does not parse", text);
	return a;
}

static struct net_list
list(const char *text, enum net_names names)
{
	struct net_list l;
	const char *why;

	if (!net_list_parse(arena, text, names, &l, &why))
		fail_msg("%s", why);
	return l;
}

static void
addresses_have_one_canonical_text(void **state)
{
	static const char *const row[][2] = {
		{ "1.2.3.4", "1.2.3.4" },
		{ "255.255.255.255", "255.255.255.255" },
		{ "10.0.99.100", "10.0.99.100" },
		{ "::ffff:1.2.3.4", "1.2.3.4" },
		{ "::FFFF:102:304", "1.2.3.4" },
		{ "::1", "::1" },
		{ "::", "::" },
		{ "2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1" },
		{ "fe80::1", "fe80::1" },
	};
	struct net_address a;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++) {
		a = address(row[i][0]);
		assert_string_equal(net_text(arena, &a), row[i][1]);
	}
}

static void
malformed_addresses_are_refused(void **state)
{
	static const char *const row[] = { "", " ", "1.2.3", "1.2.3.4.5",
		"01.2.3.4", "1.2.3.256", "0x7f.0.0.1", "2130706433", "127.1",
		" 1.2.3.4", "1.2.3.4 ", "1.2.3.4:80", "[::1]", "::1%lo",
		":::", "1::2::3", "12345::", "::ffff:1.2.3", "g::", "localhost",
		"1:2:3:4:5:6:7:8:9", "1.2.3.4/32" };
	struct net_address a;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++)
		if (net_parse(row[i], &a))
			fail_msg("%s parses", row[i]);
}

static void
networks_hold_their_first_and_last_address(void **state)
{
	static const struct {
		const char *net, *before, *first, *last, *after;
	} row[] = {
		{ "10.0.0.0/8", "9.255.255.255", "10.0.0.0", "10.255.255.255",
		    "11.0.0.0" },
		{ "172.16.0.0/12", "172.15.255.255", "172.16.0.0",
		    "172.31.255.255", "172.32.0.0" },
		{ "192.0.2.7", "192.0.2.6", "192.0.2.7", "192.0.2.7",
		    "192.0.2.8" },
		{ "0.0.0.0/0", "::1", "0.0.0.0", "255.255.255.255", "::" },
		{ "::ffff:10.0.0.0/104", "9.255.255.255", "10.0.0.0",
		    "10.255.255.255", "11.0.0.0" },
		{ "::/0", "10.0.0.1", "::", "ffff::", "::ffff:1.2.3.4" },
		{ "2001:db8::/33", "2001:db7:ffff::", "2001:db8::",
		    "2001:db8:7fff:ffff::1", "2001:db8:8000::" },
		{ "fe80::1", "fe80::", "fe80::1", "fe80::1", "fe80::2" },
	};
	struct net_address a[4];
	struct net_network n;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++) {
		assert_true(net_network_parse(row[i].net, &n));
		a[0] = address(row[i].before);
		a[1] = address(row[i].first);
		a[2] = address(row[i].last);
		a[3] = address(row[i].after);
		assert_false(net_within(&a[0], &n));
		assert_true(net_within(&a[1], &n));
		assert_true(net_within(&a[2], &n));
		assert_false(net_within(&a[3], &n));
	}
}

static void
malformed_networks_are_refused(void **state)
{
	static const char *const row[] = { "", "/", "/8", "10.0.0.0/",
		"10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/08",
		"10.0.0.0/8 ", "10.0.0.0/8/8", "10.0.0.5/8",
		"10.0.0.0/255.0.0.0",
		"::/129", "2001:db8::1/64", "::ffff:10.0.0.0/8",
		"10.0.0.0/99999999999999999999", "10/8",
		"1111:2222:3333:4444:5555:6666:7777:8888:9999:aaaa:bbbb/1" };
	struct net_network n;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++)
		if (net_network_parse(row[i], &n))
			fail_msg("%s parses", row[i]);
}

static void
attempts_are_counted_by_address_or_by_64(void **state)
{
	static const char *const row[][2] = {
		{ "203.0.113.9", "203.0.113.9" },
		{ "::ffff:203.0.113.9", "203.0.113.9" },
		{ "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64" },
		{ "2001:db8:1:2::", "2001:db8:1:2::/64" },
		{ "2001:db8::1", "2001:db8::/64" },
		{ "::1", "::/64" },
		{ "2001:db8:1:2ff:ffff:ffff:ffff:ffff", "2001:db8:1:2ff::/64" },
	};
	struct net_address a;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++) {
		a = address(row[i][0]);
		assert_string_equal(net_key(arena, &a), row[i][1]);
	}
}

static void
special_purpose_addresses_are_not_global(void **state)
{
	static const char *const row[] = {
		/* first and last of every block of the registries */
		"0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255",
		"100.64.0.0", "100.127.255.255", "127.0.0.1", "127.255.255.255",
		"169.254.0.0", "169.254.169.254", "169.254.255.255",
		"172.16.0.0", "172.31.255.255", "192.0.0.0", "192.0.0.8",
		"192.0.0.9", "192.0.0.10", "192.0.0.170", "192.0.0.255",
		"192.0.2.0", "192.0.2.255", "192.31.196.0", "192.31.196.255",
		"192.52.193.0", "192.52.193.255", "192.88.99.0", "192.88.99.2",
		"192.88.99.255", "192.168.0.0", "192.168.255.255",
		"192.175.48.0", "192.175.48.255", "198.18.0.0",
		"198.19.255.255", "198.51.100.0", "198.51.100.255",
		"203.0.113.0", "203.0.113.255", "224.0.0.0", "239.255.255.255",
		"240.0.0.0", "255.255.255.254", "255.255.255.255",
		"::", "::1", "::ffff:0.0.0.0", "::ffff:127.0.0.1",
		"::ffff:192.168.1.1", "::8.8.8.8", "::127.0.0.1",
		"::ffff:0:8.8.8.8", "64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1",
		"64:ff9b::169.254.169.254", "64:ff9b::1:808:808",
		"64:ff9b:1::", "64:ff9b:1::8.8.8.8",
		"64:ff9b:1:ffff:ffff:ffff:ffff:ffff", "100::", "100::1",
		"100:0:0:1::", "2001::", "2001:0:7f00:1::",
		"2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:1::1",
		"2001:1::2", "2001:1::3", "2001:2::", "2001:3::",
		"2001:4:112::", "2001:10::", "2001:20::", "2001:30::",
		"2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db8::",
		"2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2002::",
		"2002:7f00:1::1", "2002:a00:1::", "2002:808:808::1",
		"2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2620:4f:8000::",
		"2620:4f:8000:ffff:ffff:ffff:ffff:ffff", "3fff::",
		"3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "5f00::",
		"5f00:ffff::", "fc00::", "fd12:3456:789a::1", "fdff:ffff::",
		"fe80::", "fe80::1", "febf:ffff::", "fec0::", "feff::",
		"ff00::", "ff02::1", "ffff:ffff::", "1fff:ffff::", "4000::",
	};
	struct net_address a;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++) {
		a = address(row[i]);
		if (net_is_global(&a))
			fail_msg("%s counts as global", row[i]);
	}
}

static void
their_neighbours_are_global(void **state)
{
	static const char *const row[] = { "1.0.0.0", "8.8.8.8",
		"9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
		"126.255.255.255", "128.0.0.0", "169.253.255.255",
		"169.255.0.0", "172.15.255.255", "172.32.0.0",
		"191.255.255.255", "192.0.1.0", "192.0.3.0", "192.31.195.255",
		"192.31.197.0", "192.52.192.255", "192.52.194.0",
		"192.88.98.255", "192.88.100.0", "192.167.255.255",
		"192.169.0.0", "192.175.47.255", "192.175.49.0",
		"198.17.255.255", "198.20.0.0", "198.51.99.255", "198.51.101.0",
		"203.0.112.255", "203.0.114.0", "223.255.255.255",
		"::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2000::", "2001:200::",
		"2001:4860:4860::8888", "2001:db7:ffff::", "2001:db9::",
		"2001:ffff::", "2003::", "2620:4f:7fff::", "2620:4f:8001::",
		"2a00:1450::1", "3ffe:ffff::", "3fff:1000::" };
	struct net_address a;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++) {
		a = address(row[i]);
		if (!net_is_global(&a))
			fail_msg("%s counts as special", row[i]);
	}
}

static void
inner_addresses_are_told_from_others(void **state)
{
	static const char *const inner[] = { "10.0.0.0", "10.255.255.255",
		"100.64.0.0", "100.127.255.255", "127.0.0.1", "169.254.1.1",
		"172.16.0.0", "172.31.255.255", "192.168.0.0",
		"192.168.255.255", "::1", "::ffff:10.1.1.1", "fc00::1",
		"fdff:ffff::1", "fe80::1", "febf:ffff::1" };
	static const char *const other[] = { "9.255.255.255", "11.0.0.0",
		"100.63.255.255", "100.128.0.0", "8.8.8.8", "172.15.255.255",
		"172.32.0.0", "192.0.2.7", "192.167.255.255", "192.169.0.0",
		"::", "::2", "2001:db8::1", "fbff::1", "fe00::1", "fec0::1",
		"ff02::1" };
	struct net_address a;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(inner); i++) {
		a = address(inner[i]);
		if (!net_is_inner(&a))
			fail_msg("%s counts as another's", inner[i]);
	}
	for (i = 0; i < COUNT(other); i++) {
		a = address(other[i]);
		if (net_is_inner(&a))
			fail_msg("%s counts as inner", other[i]);
	}
}

static void
addresses_of_sockets_are_read(void **state)
{
	struct sockaddr_in v4 = { .sin_family = AF_INET,
		.sin_port = htons(443) };
	struct sockaddr_in6 v6 = { .sin6_family = AF_INET6,
		.sin6_port = htons(8443) };
	struct sockaddr_un un = { .sun_family = AF_UNIX };
	struct net_address a;
	int port = -1;

	(void)state;
	inet_pton(AF_INET, "192.0.2.1", &v4.sin_addr);
	inet_pton(AF_INET6, "2001:db8::9", &v6.sin6_addr);
	assert_false(net_from_sockaddr((struct sockaddr *)&un, &a, &port));
	assert_int_equal(port, -1);
	assert_true(net_from_sockaddr((struct sockaddr *)&v4, &a, &port));
	assert_string_equal(net_text(arena, &a), "192.0.2.1");
	assert_int_equal(port, 443);
	assert_true(net_from_sockaddr((struct sockaddr *)&v6, &a, &port));
	assert_string_equal(net_text(arena, &a), "2001:db8::9");
	assert_int_equal(port, 8443);
	assert_true(net_from_sockaddr((struct sockaddr *)&v6, &a, NULL));
}

static void
a_list_of_networks_matches(void **state)
{
	struct net_list l = list(" 127.0.0.1,10.0.0.0/8 \t,\t::1\t,, "
	    "fd00::/8,", NET_NETWORKS);
	static const struct {
		const char *address;
		bool in;
	} row[] = { { "127.0.0.1", true }, { "127.0.0.2", false },
		{ "10.9.8.7", true }, { "::ffff:10.9.8.7", true },
		{ "::1", true }, { "fd01::", true }, { "fe80::", false } };
	struct net_address a;
	size_t i;

	(void)state;
	assert_int_equal(l.count, 4);
	for (i = 0; i < COUNT(row); i++) {
		a = address(row[i].address);
		assert_int_equal(net_list_has(&l, &a, 0), row[i].in);
	}
	l = list("", NET_NETWORKS);
	assert_int_equal(l.count, 0);
	assert_false(net_list_has(&l, &a, 0));
	l = list(" , ,", NET_HOSTS);
	assert_int_equal(l.count, 0);
}

static void
a_list_of_hosts_matches_names_addresses_and_ports(void **state)
{
	struct net_list l = list("Push.Example.org:8443, any_host,"
	    "127.0.0.1:9000, 10.0.0.0/8, [fd00::/8]:9001, 2001:db8::1,"
	    "[::1], 192.0.2.0/24:70", NET_HOSTS);
	static const struct {
		const char *host;
		int port;
		bool in;
	} row[] = { { "push.example.ORG", 8443, true },
		{ "push.example.org.", 8443, true },
		{ "push.example.org", 0, true },
		{ "push.example.org", 443, false },
		{ "x.push.example.org", 8443, false },
		{ "example.org", 8443, false }, { "any_host", 1, true },
		{ "127.0.0.1", 9000, true }, { "127.0.0.1", 9001, false },
		{ "::ffff:127.0.0.1", 9000, true }, { "10.1.1.1", 5, true },
		{ "[fd00::5]", 9001, true }, { "fd00::5", 9001, true },
		{ "[fd00::5]", 9002, false }, { "[2001:db8::1]", 5, true },
		{ "[::1]", 80, true }, { "[::2]", 80, false },
		{ "192.0.2.200", 70, true }, { "192.0.2.200", 71, false },
		{ "", 0, false }, { ".", 0, false }, { "[", 0, false } };
	char longest[300];
	size_t i;

	(void)state;
	assert_int_equal(l.count, 8);
	for (i = 0; i < COUNT(row); i++)
		if (net_list_has_host(&l, row[i].host, row[i].port) !=
		    row[i].in)
			fail_msg("%s port %d", row[i].host, row[i].port);
	memset(longest, 'a', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	assert_false(net_list_has_host(&l, longest, 0));
}

static void
a_wrong_entry_is_named(void **state)
{
	static const struct {
		const char *text, *entry;
		enum net_names names;
	} row[] = {
		{ "10.0.0.0/8, localhost", "localhost:", NET_NETWORKS },
		{ "127.0.0.1:80", "127.0.0.1:80:", NET_NETWORKS },
		{ "[::1]", "[::1]:", NET_NETWORKS },
		{ "10.0.0.0/33", "10.0.0.0/33:", NET_HOSTS },
		{ "ok, 10.0.0.5/8 ", "10.0.0.5/8:", NET_HOSTS },
		{ "300.1.2.3", "300.1.2.3:", NET_HOSTS },
		{ "127.1", "127.1:", NET_HOSTS },
		{ "host:0", "host:0:", NET_HOSTS },
		{ "host:65536", "host:65536:", NET_HOSTS },
		{ "host:", "host::", NET_HOSTS },
		{ "host:http", "host:http:", NET_HOSTS },
		{ "[::1", "[::1:", NET_HOSTS },
		{ "[::1]x", "[::1]x:", NET_HOSTS },
		{ "[::1]:", "[::1]::", NET_HOSTS },
		{ "[10.0.0.1]:80", "[10.0.0.1]:80:", NET_HOSTS },
		{ "[10.0.0.1]", "[10.0.0.1]:", NET_HOSTS },
		{ "[]", "[]:", NET_HOSTS },
		{ "a..b", "a..b:", NET_HOSTS },
		{ ".a", ".a:", NET_HOSTS },
		{ "-a.b", "-a.b:", NET_HOSTS },
		{ "a-.b", "a-.b:", NET_HOSTS },
		{ "a b", "a b:", NET_HOSTS },
		{ "https://a", "https://a:", NET_HOSTS },
		{ "*.a", "*.a:", NET_HOSTS },
		{ "\xc3\xa4.a", "\xc3\xa4.a:", NET_HOSTS },
	};
	struct net_list l = { NULL, 77 };
	char name[256];
	const char *why;
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(row); i++) {
		why = NULL;
		if (net_list_parse(arena, row[i].text, row[i].names, &l, &why))
			fail_msg("%s parses", row[i].text);
		assert_memory_equal(why, row[i].entry, strlen(row[i].entry));
		assert_int_equal(l.count, 77);
	}
	/* A name has 253 bytes at most, be its labels short enough. */
	memset(name, 'a', sizeof(name));
	for (i = 63; i < 253; i += 64)
		name[i] = '.';
	name[254] = '\0';
	assert_false(net_list_parse(arena, name, NET_HOSTS, &l, &why));
	assert_memory_equal(why, name, 254);
	name[253] = '\0';
	assert_true(net_list_parse(arena, name, NET_HOSTS, &l, &why));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_have_one_canonical_text),
		cmocka_unit_test(malformed_addresses_are_refused),
		cmocka_unit_test(networks_hold_their_first_and_last_address),
		cmocka_unit_test(malformed_networks_are_refused),
		cmocka_unit_test(attempts_are_counted_by_address_or_by_64),
		cmocka_unit_test(special_purpose_addresses_are_not_global),
		cmocka_unit_test(their_neighbours_are_global),
		cmocka_unit_test(inner_addresses_are_told_from_others),
		cmocka_unit_test(addresses_of_sockets_are_read),
		cmocka_unit_test(a_list_of_networks_matches),
		cmocka_unit_test(
		    a_list_of_hosts_matches_names_addresses_and_ports),
		cmocka_unit_test(a_wrong_entry_is_named),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
