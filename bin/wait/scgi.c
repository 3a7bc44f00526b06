#include "bin/wait/scgi.h"

#include <ctype.h>
#include <string.h>

/* Finds the netstring's content: *size bytes at *start. */
static enum scgi
find_content(const char *head, size_t len, size_t *start, size_t *size)
{
	size_t i;

	*size = 0;
	for (i = 0; i < len && isdigit((unsigned char)head[i]); i++) {
		*size = *size * 10 + (size_t)(head[i] - '0');
		if (*size == 0 || *size > SCGI_MAX)
			return SCGI_BAD;
	}
	if (i == len)
		return SCGI_PART;
	if (head[i] != ':' || i == 0)
		return SCGI_BAD;
	*start = i + 1;
	return len - *start <= *size ? SCGI_PART :
	    head[*start + *size] == ',' ? SCGI_WHOLE : SCGI_BAD;
}

/* The NUL that ends the text at `from`; NULL if there is none. */
static char *
end_of_text(char *from, const char *end)
{
	return memchr(from, '\0', (size_t)(end - from));
}

enum scgi
scgi_read(char *head, size_t len, char *envp[SCGI_VARIABLES + 1])
{
	char *names[SCGI_VARIABLES], *equals, *p, *end;
	size_t start, size, count, i;
	enum scgi found = find_content(head, len, &start, &size);

	if (found != SCGI_WHOLE)
		return found;
	p = head + start;
	end = p + size;
	for (count = 0; p < end; count++) {
		if (count == SCGI_VARIABLES ||
		    (equals = end_of_text(p, end)) == NULL ||
		    (equals + 1) == end || equals == p ||
		    memchr(p, '=', (size_t)(equals - p)) != NULL)
			return SCGI_BAD;
		names[count] = p;
		if ((p = end_of_text(equals + 1, end)) == NULL)
			return SCGI_BAD;
		p++;
	}
	for (i = 0; i < count; i++) {
		envp[i] = names[i];
		names[i][strlen(names[i])] = '=';
	}
	envp[count] = NULL;
	return SCGI_WHOLE;
}
