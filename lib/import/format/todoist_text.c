#include "import/format/todoist_text.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "base/arena.h"
#include "base/json/read.h"
#include "base/text.h"
#include "import/format/json.h"
#include "import/importer/draft.h"

const char *
todoist_title(struct draft *d, const char *content)
{
	const char *p = content, *title = "", *word;
	size_t n, blanks;

	if (strncmp(p, "* ", 2) == 0)
		p += 2;
	for (; *p != '\0'; p += n) {
		blanks = strspn(p, " ");
		n = blanks + strcspn(p + blanks, " ");
		word = arena_dup(d->arena, p + blanks, n - blanks);
		if (word[0] == '@' && word[1] != '\0')
			draft_tag(d, word + 1);
		else
			title = arena_printf(d->arena, "%s%.*s", title, (int)n,
			    p);
	}
	return text_trim(d->arena, title);
}

const char *
todoist_comment(struct arena *a, const char *content)
{
	static const char begin[] = "[[file ";
	const char *p = strstr(content, begin), *end, *why, *name, *url;
	const char *text = content;
	cJSON *tree;

	end = p == NULL ? NULL : strstr(p, "]]");
	if (end == NULL)
		return content;
	p += strlen(begin);
	tree = json_read(a, p, (size_t)(end - p), &why);
	name = json_text(tree, "file_name");
	url = json_text(tree, "file_url");
	if (url != NULL)
		text = arena_printf(a, "%.*s%s%s%s%s",
		    (int)(p - strlen(begin) - content), content,
		    name == NULL ? "" : name, name == NULL ? "" : ": ", url,
		    end + 2);
	json_free(tree);
	return text;
}
