#include "base/email.h"

#include <stddef.h>
#include <string.h>

#define EMAIL_MAX	254	/* RFC 5321 section 4.5.3.1.3, less the <> */
#define LOCAL_MAX	64
#define LABEL_MAX	63
#define ALNUM		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" \
			"0123456789"

/* From s to end: runs of 1 to max characters of a set, a dot between each. */
static bool
is_dotted(const char *s, const char *end, const char *set, size_t max)
{
	size_t n;

	for (;; s += n + 1) {
		n = strspn(s, set);
		if (n == 0 || n > max)
			return false;
		if (s + n == end)
			return true;
		if (s[n] != '.')
			return false;
	}
}

bool
text_is_email(const char *s)
{
	const char *at = strchr(s, '@'), *end = s + strlen(s);

	return at != NULL && end - s <= EMAIL_MAX && at - s <= LOCAL_MAX &&
	    is_dotted(s, at, ALNUM "!#$%&'*+-/=?^_`{|}~", LOCAL_MAX) &&
	    is_dotted(at + 1, end, ALNUM "-", LABEL_MAX) && at[1] != '-' &&
	    end[-1] != '-' && strstr(at, ".-") == NULL &&
	    strstr(at, "-.") == NULL;
}
