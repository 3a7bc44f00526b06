#include "bin/wait/waiters.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/log.h"
#include "core/user/user.h"

void
waiters_init(struct waiters *all)
{
	size_t i;

	TAILQ_INIT(&all->reading);
	TAILQ_INIT(&all->waiting);
	LIST_INIT(&all->late);
	for (i = 0; i < WAITER_LISTS; i++)
		LIST_INIT(&all->users[i]);
	all->count = 0;
}

struct waiter *
waiters_add(struct waiters *all, int fd, int64_t now, int64_t due)
{
	struct waiter *w = calloc(1, sizeof(*w));

	if (w == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	w->fd = fd;
	w->opened = now;
	w->due = due;
	TAILQ_INSERT_TAIL(&all->reading, w, queue);
	all->count++;
	return w;
}

/* Random UUIDs (version 4) differ in their last bytes. */
struct waiter_list *
waiters_of(struct waiters *all, const unsigned char user[ID_BYTES])
{
	size_t hash = (size_t)user[ID_BYTES - 2] << 8 | user[ID_BYTES - 1];

	return &all->users[hash % WAITER_LISTS];
}

void
waiters_wait(struct waiters *all, struct waiter *w, int64_t due)
{
	TAILQ_REMOVE(&all->reading, w, queue);
	TAILQ_INSERT_TAIL(&all->waiting, w, queue);
	LIST_INSERT_HEAD(waiters_of(all, w->user), w, of_user);
	w->waiting = true;
	w->due = due;
}

void
waiters_extend(struct waiters *all, struct waiter *w, int64_t due)
{
	TAILQ_REMOVE(&all->waiting, w, queue);
	TAILQ_INSERT_TAIL(&all->waiting, w, queue);
	w->due = due;
}

void
waiters_hurry(struct waiters *all, struct waiter *w)
{
	TAILQ_REMOVE(&all->waiting, w, queue);
	TAILQ_INSERT_HEAD(&all->waiting, w, queue);
	w->due = w->opened = INT64_MIN / 2;
}

void
waiters_late(struct waiters *all, struct waiter *w, bool late)
{
	if (late && !w->late)
		LIST_INSERT_HEAD(&all->late, w, of_late);
	else if (!late && w->late)
		LIST_REMOVE(w, of_late);
	w->late = late;
}

void
waiters_drop(struct waiters *all, struct waiter *w)
{
	TAILQ_REMOVE(w->waiting ? &all->waiting : &all->reading, w, queue);
	if (w->waiting)
		LIST_REMOVE(w, of_user);
	waiters_late(all, w, false);
	all->count--;
	close(w->fd);
	free(w->text);
	free(w);
}

struct waiter *
waiters_beyond(struct waiters *all, const unsigned char user[ID_BYTES],
    size_t most)
{
	struct waiter *w, *oldest = NULL;
	size_t count = 0;

	/* The newest is first in the list. */
	LIST_FOREACH(w, waiters_of(all, user), of_user) {
		/* Those that were hurried are about to end. */
		/* cppcheck-suppress uninitvar -- calloc() has set all */
		if (memcmp(w->user, user, ID_BYTES) != 0 || w->due < 0)
			continue;
		oldest = w;
		count++;
	}
	return count < most ? NULL : oldest;
}

bool
waiter_put(const struct waiter *w, const char *text, size_t len)
{
	return send(w->fd, text, len, MSG_NOSIGNAL) == (ssize_t)len;
}

int64_t
waiter_until(struct ctx *c, const struct waiter *w)
{
	char id[ID_SIZE];
	struct user u;

	if (!w->by_server)
		return credential_until(c, w->hash);
	id_format(w->user, id);
	return user_get(c, id, &u) && !u.disabled ? INT64_MAX : 0;
}
