#include "import/format/markdown_line.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

static bool
is_gap(char ch)
{
	return ch == ' ' || ch == '\t' || ch == '\0';
}

/* The bytes of a bullet or number, and of what is blank behind it, or 0. */
static size_t
bullet_length(const char *p)
{
	size_t n = strspn(p, "0123456789");

	if (n > 0)
		n = n <= 3 && (p[n] == '.' || p[n] == ')') ? n + 1 : 0;
	else if (*p != '\0' && strchr("-+*", *p) != NULL)
		n = 1;
	else if (strncmp(p, "\xe2\x80\xa2", 3) == 0)
		n = 3;
	return n > 0 && is_gap(p[n]) ? n + strspn(p + n, " \t") : 0;
}

/* "[ ]" or "[x]", and then a space or the end. */
static bool
is_box(const char *p)
{
	return p[0] == '[' && p[1] != '\0' && strchr(" xX", p[1]) != NULL &&
	    p[2] == ']' && (p[3] == ' ' || p[3] == '\0');
}

/* A line that separates, or underlines a heading. */
static bool
is_separator(const char *p)
{
	return strlen(p) >= 3 && strchr("-*_=", *p) != NULL &&
	    strspn(p, (char []){ *p, ' ', '\0' }) == strlen(p) &&
	    (p[1] == *p || p[2] == *p);
}

static bool
take_heading(struct arena *a, const char *p, struct markdown_line *l)
{
	size_t n = strspn(p, "#"), len;

	if (n < 1 || n > 6 || !is_gap(p[n]))
		return false;
	p += n + strspn(p + n, " \t");
	len = strlen(p);
	while (len > 0 && p[len - 1] == '#')
		len--;
	if (len > 0 && !is_gap(p[len - 1]))
		len = strlen(p);
	l->kind = MARKDOWN_HEADING;
	l->text = text_trim(a, arena_dup(a, p, len));
	return true;
}

static size_t
indent_of(const char *p)
{
	size_t n = 0;

	for (; *p == ' ' || *p == '\t'; p++)
		n += *p == '\t' ? 4 - n % 4 : 1;
	return n;
}

void
markdown_line_read(struct arena *a, const char *line, struct markdown_line *l)
{
	const char *p = text_trim(a, line);
	size_t n;

	*l = (struct markdown_line){ .kind = MARKDOWN_PROSE,
	    .indent = indent_of(line), .text = p };
	if (*p == '\0' || is_separator(p)) {
		l->kind = MARKDOWN_BLANK;
		return;
	}
	if (take_heading(a, p, l))
		return;
	n = bullet_length(p);
	l->box = is_box(p + n);
	if (n == 0 && !l->box)
		return;
	l->kind = MARKDOWN_ITEM;
	l->done = l->box && p[n + 1] != ' ';
	l->text = text_trim(a, p + n + (l->box ? 3 : 0));
	if (*l->text == '\0')
		l->kind = MARKDOWN_BLANK;
}

const char *
markdown_plain(struct arena *a, const char *text)
{
	char *plain = arena_str(a, text), *to = plain;
	const char *p;

	for (p = text; *p != '\0'; *to++ = *p++)
		if (*p == '\\' && ispunct((unsigned char)p[1]))
			p++;
	*to = '\0';
	return plain;
}
