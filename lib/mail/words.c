#include "mail/words.h"

#include <stddef.h>
#include <string.h>

#include "mail_words.h"

const struct mail_language *
mail_language(const char *name)
{
	size_t i;

	if (name == NULL)
		return NULL;
	for (i = 0; i < sizeof(languages) / sizeof(languages[0]); i++)
		if (strcmp(languages[i].name, name) == 0)
			return &languages[i];
	return NULL;
}

const struct mail_words *
mail_words(const struct mail_language *l, const char *kind)
{
	const struct mail_words *w;

	for (w = l->words; w->kind != NULL; w++)
		if (strcmp(w->kind, kind) == 0)
			return w;
	return NULL;
}
