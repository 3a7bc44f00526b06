#include "base/settings/lines.h"

#include <stdio.h>
#include <string.h>

#define BLANKS	" \t\r\n\v\f"
#define BOM	"\xef\xbb\xbf"

/* Without the blanks at both ends. */
static char *
line_trim(char *s)
{
	size_t n;

	s += strspn(s, BLANKS);
	for (n = strlen(s); n > 0 && strchr(BLANKS, s[n - 1]) != NULL; )
		s[--n] = '\0';
	return s;
}

/* A blank and ";" begin a comment.  The line does not begin with ";". */
static void
cut_comment(char *s)
{
	char *p;

	for (p = s; (p = strchr(p, ';')) != NULL; p++)
		if (strchr(BLANKS, p[-1]) != NULL) {
			*p = '\0';
			return;
		}
}

/* Reads the next line; false at the end, or if it is too long or not text. */
static bool
read_line(struct lines *l, const char **why)
{
	size_t len;

	if (fgets(l->text, sizeof(l->text), l->fp) == NULL)
		return false;
	l->line++;
	len = strlen(l->text);
	if (len == 0 || (l->text[len - 1] != '\n' && !feof(l->fp)))
		*why = len == sizeof(l->text) - 1 ?
		    "the line is too long (a list can continue on the next "
		    "line, after a blank)" : "not text";
	return *why == NULL;
}

bool
lines_next(struct lines *l, const char **value, const char **why)
{
	char *s, *sep;

	while (read_line(l, why)) {
		s = l->text;
		if (l->line == 1 && strncmp(s, BOM, strlen(BOM)) == 0)
			s += strlen(BOM);
		l->indented = *s == ' ' || *s == '\t';
		s = line_trim(s);
		if (*s == '\0' || *s == '#' || *s == ';')
			continue;
		if (*s == '[') {
			*why = "sections are not allowed";
			return false;
		}
		cut_comment(s);
		if (!l->indented || l->key[0] == '\0') {
			if ((sep = strpbrk(s, "=:")) == NULL) {
				*why = "must have the form \"key = value\"";
				return false;
			}
			*sep = '\0';
			snprintf(l->key, sizeof(l->key), "%s", line_trim(s));
			s = sep + 1;
		}
		*value = line_trim(s);
		return true;
	}
	return false;
}
