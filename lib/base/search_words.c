#include "base/search_words.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/text.h"
#include "base/unicode.h"
#include "base/words.h"

#define WORD_BYTES	200

/* Thai, Lao; Burmese; Khmer; kana, bopomofo and Han with their extensions,
 * compatibility forms and half widths. */
static const struct char_range unspaced[] = {
	{ 0xe00, 0xeff }, { 0x1000, 0x109f }, { 0x1780, 0x17ff },
	{ 0x2e80, 0x2fdf }, { 0x3005, 0x3007 }, { 0x3021, 0x3029 },
	{ 0x3031, 0x312f }, { 0x31a0, 0x31bf }, { 0x31f0, 0x31ff },
	{ 0x3400, 0x4dbf }, { 0x4e00, 0x9fff }, { 0xa9e0, 0xa9ff },
	{ 0xaa60, 0xaa7f }, { 0xf900, 0xfaff }, { 0xff66, 0xff9f },
	{ 0x1aff0, 0x1b16f }, { 0x20000, 0x3ffff },
};

static bool
is_unspaced(utf8proc_int32_t c)
{
	return c >= unspaced[0].first &&
	    char_within(c, unspaced, COUNT(unspaced));
}

struct list {
	struct arena	*arena;
	const char	**words;
	size_t		 count;
	bool		 query;
};

static void
words_add(struct list *l, const char *s, size_t len)
{
	if (len == 0)
		return;
	l->words = arena_more(l->arena, l->words, l->count,
	    sizeof(*l->words));
	l->words[l->count++] = arena_dup(l->arena, s, len);
}

/* The length of the character at s; 0 at the end. */
static size_t
words_next(const char *s)
{
	return *s == '\0' ? 0 :
	    (size_t)utf8proc_utf8class[(unsigned char)*s];
}

static void
add_pairs(struct list *l, const char *s)
{
	size_t one = words_next(s), two = words_next(s + one);
	bool first = true;

	for (; two > 0; first = false) {
		words_add(l, s, one + two);
		s += one;
		one = two;
		two = words_next(s + one);
	}
	if (first || !l->query)
		words_add(l, s, one);
}

/* A run of one kind of script. */
static void
add_run(struct list *l, const char *s, size_t len, bool pairs)
{
	const char *folded;

	if (len == 0)
		return;
	folded = text_search_key(l->arena, arena_dup(l->arena, s, len));
	if (pairs)
		add_pairs(l, folded);
	else
		words_add(l, folded, text_cut(folded, WORD_BYTES));
}

size_t
text_search_words(struct arena *a, const char *text, bool query,
    const char ***out)
{
	struct list l = { .arena = a, .query = query };
	const char *word, *p, *end;
	utf8proc_int32_t c;
	bool pairs, was;
	size_t len;

	while (text_next_word(&text, &word, &len)) {
		was = false;
		for (p = word, end = word + len; p < end; p += words_next(p)) {
			utf8proc_iterate((const utf8proc_uint8_t *)p, -1, &c);
			pairs = is_unspaced(c);
			/* A mark has the script of its base character. */
			if (pairs == was || char_is_mark(c))
				continue;
			add_run(&l, word, (size_t)(p - word), was);
			word = p;
			was = pairs;
		}
		add_run(&l, word, (size_t)(end - word), was);
	}
	*out = l.words;
	return l.count;
}

const char *
text_tag_key(struct arena *a, const char *name)
{
	const char **words, *key = "";
	size_t n = text_search_words(a, name, false, &words), i;

	for (i = 0; i < n; i++)
		key = arena_printf(a, "%s %s", key, words[i]);
	return key;
}

static int
words_compare(const void *a, const void *b)
{
	return strcmp(((const struct text_word *)a)->word,
	    ((const struct text_word *)b)->word);
}

/* Equal words become one, with the places of all.  Returns how many are
 * left. */
static size_t
unite(struct text_word *w, size_t count)
{
	size_t i, n = 0;

	if (count > 0)
		qsort(w, count, sizeof(*w), words_compare);
	for (i = 0; i < count; i++)
		if (n > 0 && words_compare(&w[n - 1], &w[i]) == 0)
			w[n - 1].place |= w[i].place;
		else
			w[n++] = w[i];
	return n;
}

size_t
text_places(struct arena *a, const char *const *texts, size_t n,
    struct text_word **out)
{
	size_t count = 0, of_text, i, k;
	struct text_word *w = NULL;
	const char **words;

	for (i = 0; i < n; i++) {
		of_text = texts[i] == NULL ? 0 :
		    text_search_words(a, texts[i], false, &words);
		for (k = 0; k < of_text && count < TEXT_WORDS; k++) {
			w = arena_more(a, w, count, sizeof(*w));
			w[count++] = (struct text_word){ words[k], 1 << i };
		}
	}
	*out = w;
	return unite(w, count);
}
