#include "push/lanes.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"

#define LANES	4096	/* a power of 2 */
#define NAME	300	/* bytes of an origin that are looked at */

struct waiting {
	struct waiting	*next;
	struct push	 push;
};

struct lane {
	struct waiting	*first, *last;
	struct lane	*next;		/* in turn; if it is offered */
	int64_t		 closed_until;
	unsigned int	 turns;
	int		 under_way;
	int		 silences;
	bool		 known;		/* has answered */
	bool		 offered;
};

struct lanes {
	struct lane	*first, *last;	/* those with something to send */
	size_t		 waiting;
	unsigned char	 seed[crypto_shorthash_KEYBYTES];
	struct lane	 lane[LANES];
};

struct lanes *
lanes_new(void)
{
	struct lanes *l = calloc(1, sizeof(*l));

	if (l == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	crypto_shorthash_keygen(l->seed);
	return l;
}

void
lanes_free(struct lanes *l)
{
	struct waiting *w;
	size_t i;

	if (l == NULL)
		return;
	for (i = 0; i < LANES; i++)
		while ((w = l->lane[i].first) != NULL) {
			l->lane[i].first = w->next;
			free(w);
		}
	free(l);
}

/* By the part before the path, ignoring case. */
static struct lane *
lanes_find(struct lanes *l, const char *endpoint)
{
	const char *host = strstr(endpoint, "//");
	unsigned char name[NAME];
	uint64_t hash;
	size_t len, i;

	host = host == NULL ? endpoint : host + 2;
	len = (size_t)(host - endpoint) + strcspn(host, "/?#");
	if (len > sizeof(name))
		len = sizeof(name);
	for (i = 0; i < len; i++)
		name[i] = (unsigned char)(endpoint[i] >= 'A' &&
		    endpoint[i] <= 'Z' ? endpoint[i] | 0x20 : endpoint[i]);
	crypto_shorthash((unsigned char *)&hash, name, len, l->seed);
	return &l->lane[hash % LANES];
}

/* Queues the lane for a turn, if it has a message and a free slot. */
static void
offer(struct lanes *l, struct lane *lane)
{
	if (lane->offered || lane->first == NULL ||
	    lane->under_way >= (lane->known ? LANE_KNOWN : LANE_UNKNOWN))
		return;
	lane->offered = true;
	lane->next = NULL;
	if (l->first == NULL)
		l->first = lane;
	else
		l->last->next = lane;
	l->last = lane;
}

void
lanes_add(struct lanes *l, const struct push *push)
{
	struct lane *lane = lanes_find(l, push->endpoint);
	struct waiting *w = calloc(1, sizeof(*w));

	if (w == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	w->push = *push;
	if (lane->first == NULL)
		lane->first = w;
	else
		lane->last->next = w;
	lane->last = w;
	l->waiting++;
	offer(l, lane);
}

size_t
lanes_waiting(const struct lanes *l)
{
	return l->waiting;
}

bool
lanes_next(struct lanes *l, int64_t now, struct turn *turn)
{
	struct lane *lane = l->first;
	struct waiting *w;

	if (lane == NULL)
		return false;
	l->first = lane->next;
	lane->offered = false;
	w = lane->first;
	lane->first = w->next;
	l->waiting--;
	lane->under_way++;
	*turn = (struct turn){ .push = w->push, .lane = lane,
		.generation = lane->turns++ / LANE_GENERATION,
		.closed = now < lane->closed_until };
	free(w);
	offer(l, lane);
	return true;
}

void
lane_end(struct lanes *l, struct lane *lane, enum lane_end end, int64_t now)
{
	lane->under_way--;
	switch (end) {
	case LANE_ANSWERED:
		lane->known = true;
		lane->silences = 0;
		break;
	case LANE_SILENT:
		if (++lane->silences >= LANE_SILENCES)
			lane->closed_until = now + LANE_CLOSED;
		break;
	case LANE_ENDED:
		break;
	}
	offer(l, lane);
}
