#include "web/part_header.h"

#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/text.h"
#include "web/header_value.h"

static const char *
disposition(struct arena *arena, struct form_part *part, const char *value)
{
	enum param_event event;
	struct param p;
	const char **field;

	if (part->name != NULL)
		return "a part has two Content-Disposition headers";
	if (!param_open(&p, value, "form-data"))
		return "a Content-Disposition is not form-data";
	while ((event = param_next(arena, &p)) == PARAM_NEXT) {
		if (strcmp(p.name, "name") == 0)
			field = &part->name;
		else if (strcmp(p.name, "filename") == 0)
			field = &part->filename;
		else
			continue;
		if (*field != NULL)
			return "a Content-Disposition has a parameter twice";
		if (!text_valid(p.value, strlen(p.value)))
			return "a name is not UTF-8";
		*field = p.value;
	}
	if (event == PARAM_BAD || part->name == NULL)
		return "a Content-Disposition has no well-formed name";
	return NULL;
}

static const char *
transfer_encoding(struct arena *arena, struct form_part *part, const char *value)
{
	static const char *const plain[] = { "7bit", "8bit", "binary" };
	size_t i;

	(void)arena;
	(void)part;
	for (i = 0; i < COUNT(plain); i++)
		if (strcasecmp(value, plain[i]) == 0)
			return NULL;
	return "a part has a Content-Transfer-Encoding";
}

static const struct {
	const char	*name;
	const char	*(*take)(struct arena *, struct form_part *, const char *);
} headers_known[] = {
	{ "content-disposition", disposition },
	{ "content-transfer-encoding", transfer_encoding },
};

const char *
part_header(struct arena *arena, struct form_part *part, const char *line,
    size_t len)
{
	static const char token[] = "!#$%&'*+-.^_`|~0123456789"
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	char *name = arena_dup(arena, line, len), *value, *p;
	size_t i;

	for (i = 0; i < len; i++)
		if (((unsigned char)line[i] < 0x20 && line[i] != '\t') ||
		    line[i] == 0x7f)
			return "a header line contains a control character";
	i = strspn(name, token);
	if (i == 0 || name[i] != ':')
		return "a header line is not \"name: value\"";
	name[i] = '\0';
	value = name + i + 1;
	value += strspn(value, " \t");
	for (p = name + len; p > value && (p[-1] == ' ' || p[-1] == '\t'); )
		*--p = '\0';
	for (i = 0; i < COUNT(headers_known); i++)
		if (strcasecmp(name, headers_known[i].name) == 0)
			return headers_known[i].take(arena, part, value);
	return NULL;
}
