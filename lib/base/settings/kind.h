/*
 * The types of setting values, for settings.c only.
 */
#ifndef BASE_SETTINGS_KIND_H
#define BASE_SETTINGS_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

enum setting_type {
	KIND_PATH,		/* of a directory */
	KIND_FILE,		/* a path, or empty */
	KIND_LOG,		/* stderr, syslog or a path */
	KIND_WEB_URL,		/* http or https, or empty */
	KIND_PAGE,		/* the same, also with "?" and "#" */
	KIND_ISSUER,		/* https, or http on this machine, or empty */
	KIND_DATABASE_URL,	/* postgresql, or empty */
	KIND_BUCKET_URL,	/* http or https with a bucket, or empty */
	KIND_MAIL_URL,		/* smtp or smtps, or empty */
	KIND_CONTACT,		/* mailto: or https:, or empty */
	KIND_ADDRESS,		/* an e-mail address, or empty */
	KIND_TEXT,		/* min to max characters */
	KIND_SCOPES,		/* of OpenID Connect, between blanks */
	KIND_CHOICE,		/* one of words; the member is an enum */
	KIND_COUNT,		/* min to max */
	KIND_BYTES,		/* min to max, with an optional K, M or G */
	KIND_NETWORKS,
	KIND_HOSTS,
	KIND_ORIGINS,		/* scheme://host of web pages */
	KIND_TYPES,		/* patterns of media types */
	KIND__MAX
};

#define KIND_WORDS	4	/* most words of a choice */

struct settings_key {
	const char	*name;
	enum setting_type	 kind;
	const char	*preset;	/* the default */
	size_t		 offset;	/* of the member in struct settings */
	int64_t		 min;
	int64_t		 max;
	const char	*words[KIND_WORDS];
	bool		 secret;	/* the part of a URL before "@" */
};

/*
 * Put a value into its member: const char * for texts, int64_t for counts and
 * bytes, an enum numbered as the words, a struct net_list.  NULL, or what would
 * be right, quoting the value only if it cannot contain a secret.
 */
const char	*kind_set(struct arena *, const struct settings_key *,
		    const char *value, void *member);
/* Is it a relative path? */
bool		 kind_is_relative(enum setting_type, const char *value);
/* Can a value of this kind continue on another line? */
bool		 kind_is_list(enum setting_type);

#endif
