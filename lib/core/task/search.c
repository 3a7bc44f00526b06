#include "core/task/search.h"

#include <string.h>
#include <utf8proc.h>

#include "base/arena.h"
#include "base/json/write.h"
#include "base/search_words.h"
#include "base/text.h"
#include "core/task/derived.h"
#include "core/task/hits.h"
#include "core/task/task.h"
#include "query/search.h"

#define WORDS_MAX	16	/* further words are ignored */
#define ROWS_MAX	100000	/* of the table of words, for all words */
#define TAGGED_MAX	4000	/* tasks with a tag, for all words */
#define RANKED_MAX	2000	/* tasks that are ranked */
#define TEXT_MAX	1000000	/* bytes of tasks that are looked at */

struct search {
	struct ctx	*c;
	const char	*words[WORDS_MAX];
	size_t		 count;
	struct search_lists_row *lists;
	size_t		 list_count;
	struct hits	 hits;
	uint16_t	 whole;		/* words that were read to the end */
	size_t		 text;		/* bytes looked at */
};

static bool
word_begins(const char *word, const char *beginning)
{
	return strncmp(word, beginning, strlen(beginning)) == 0;
}

/* Each word once, and no word that another one begins with. */
static void
read_query(struct search *s, const char *query)
{
	const char **words;
	size_t n = text_search_words(s->c->arena, query, true, &words), i, k;

	for (i = 0; i < n && s->count < WORDS_MAX; i++) {
		for (k = 0; k < s->count; k++)
			if (word_begins(s->words[k], words[i]) ||
			    word_begins(words[i], s->words[k]))
				break;
		if (k == s->count)
			s->count++;
		else if (word_begins(s->words[k], words[i]))
			continue;
		s->words[k] = words[i];
	}
}

static void
read_lists(struct search *s)
{
	s->list_count = all_search_lists(q_search_lists(s->c->db, s->c->user),
	    s->c->arena, &s->lists);
}

/* The upper bound of all words with this prefix: its last character is replaced
 * by the next. */
static const char *
end_of(struct arena *a, const char *word)
{
	char *end = arena_alloc(a, strlen(word) + 5);
	utf8proc_int32_t c;
	size_t n = strlen(word);

	memcpy(end, word, n);
	do {
		n = text_cut(word, n - 1);
		utf8proc_iterate((const utf8proc_uint8_t *)word + n, -1, &c);
	} while (c == 0x10ffff && n > 0);
	c += c == 0xd7ff ? 0x801 : 1;
	end[n + (size_t)utf8proc_encode_char(c, (utf8proc_uint8_t *)end + n)] =
	    '\0';
	return end;
}

/* Reads at most `max` rows of a list; true if there were no more. */
static bool
read_words(struct search *s, size_t i, int64_t list, const char *end,
    int64_t *max)
{
	struct rows *r = q_search_words(s->c->db, list, s->words[i], end, *max);
	struct search_words_row row;
	struct hit *hit;
	int64_t n = 0;

	for (; next_search_words(r, s->c->arena, &row); n++) {
		hit = hits_at(&s->hits, row.doc);
		hit->words |= (uint16_t)(1 << i);
		if (row.place & PLACE_TITLE)
			hit->in_title |= (uint16_t)(1 << i);
	}
	*max -= n;
	return *max > 0;
}

static bool
read_tags(struct search *s, size_t i)
{
	const int64_t max = TAGGED_MAX / (int64_t)s->count;
	struct rows *r = q_search_tags(s->c->db, s->c->user, s->words[i], max);
	struct search_tags_row row;
	struct hit *hit;
	int64_t n = 0;

	for (; next_search_tags(r, s->c->arena, &row); n++) {
		hit = hits_at(&s->hits, row.doc);
		hit->words |= (uint16_t)(1 << i);
		hit->tags++;
	}
	return n < max;
}

/* A word's share of the rows is shared among the lists. */
static void
search_read_word(struct search *s, size_t i)
{
	int64_t left = ROWS_MAX / (int64_t)s->count, share, rest;
	const char *end = end_of(s->c->arena, s->words[i]);
	bool whole = read_tags(s, i);
	size_t k;

	for (k = 0; k < s->list_count; k++) {
		share = left / (int64_t)(s->list_count - k) + 1;
		rest = share;
		whole &= read_words(s, i, s->lists[k].number, end, &rest);
		left -= share - rest;
	}
	if (whole)
		s->whole |= (uint16_t)(1 << i);
}

/* Which of the words are in the texts of a task? */
static uint16_t
search_look(struct search *s, int64_t doc, uint16_t wanted)
{
	struct search_text_row t;
	struct text_word *words;
	uint16_t found = 0;
	size_t n, i, k;

	if (s->text > TEXT_MAX || !only_search_text(q_search_text(s->c->db,
	    s->c->user, doc), s->c->arena, &t))
		return 0;
	n = text_places(s->c->arena, (const char *const[]){ t.title, t.notes,
	    t.steps, t.tags }, 4, &words);
	for (i = 0; i < s->count; i++)
		for (k = 0; (wanted & 1 << i) != 0 && k < n; k++)
			if (word_begins(words[k].word, s->words[i]))
				found |= (uint16_t)(1 << i);
	for (k = 0; k < n; k++)
		s->text += strlen(words[k].word);
	return found;
}

struct rows *
task_search(struct ctx *c, const char *query, int64_t limit)
{
	struct search s = { .c = c, .hits = { .arena = c->arena } };
	struct hit *best = arena_alloc(c->arena, RANKED_MAX * sizeof(*best));
	struct buf b = { 0 };
	struct jw jw = { .out = &b };
	uint16_t all, missing;
	const char *json;
	size_t n, i;

	read_query(&s, query);
	if (s.count == 0)
		return NULL;
	read_lists(&s);
	for (i = 0; i < s.count; i++)
		search_read_word(&s, i);
	all = (uint16_t)((1 << s.count) - 1);
	n = hits_best(&s.hits, s.whole, best, RANKED_MAX);
	jw_array(&jw);
	for (i = 0; i < n; i++) {
		missing = all & (uint16_t)~best[i].words;
		if (missing != 0 &&
		    search_look(&s, best[i].doc, missing) != missing)
			continue;
		jw_array(&jw);
		jw_int(&jw, best[i].doc);
		jw_int(&jw, hit_score(&best[i]));
		jw_array_end(&jw);
	}
	jw_array_end(&jw);
	json = arena_dup(c->arena, b.data, b.len);
	buf_free(&b);
	return q_search_found(c->db, c->user, json, limit);
}
