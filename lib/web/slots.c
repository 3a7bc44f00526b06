#include "web/slots.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "base/date.h"
#include "base/log.h"
#include "core/limits.h"
#include "db/names.h"

/* How many slots a user and an address have. */
static const int most[SLOT__MAX][2] = {
	[SLOT_WAITING] = { WAITING_USER, WAITING_ADDRESS },
	[SLOT_OPEN] = { OPEN_USER, OPEN_ADDRESS },
	[SLOT_WORKING] = { WORKING_USER, WORKING_ADDRESS },
	[SLOT_CHANGING] = { CHANGING_USER, CHANGING_ADDRESS },
	[SLOT_FILE] = { FILES_USER, FILES_ADDRESS }
};
#define EACH	64	/* bytes of the file for each key: more than any has */
/* Where the bytes of slots begin that are nobody's in particular. */
#define CONNECTIONS	((int64_t)1 << 60)
#define EXCHANGES	((int64_t)1 << 61)

static uint32_t
key_of(const char *text)
{
	unsigned char hash[crypto_shorthash_BYTES];
	uint32_t key;

	if (text == NULL)
		return 0;
	crypto_shorthash_siphash24(hash, (const unsigned char *)text,
	    strlen(text), (const unsigned char *)"docket key slots");
	memcpy(&key, hash, sizeof(key));
	return key | 1;
}

/* Each request opens the file: locks of one description do not conflict. */
static int
open_slots(const char *dir)
{
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", dir, DB_SLOTS);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd == -1)
		log_error("requests are not counted: %s: %s", path,
		    strerror(errno));
	return fd;
}

void
slots_of(struct slots *s, const char *dir, const char *user,
    const char *address, enum slots_kind kind)
{
	*s = (struct slots){ .known = true, .kind = kind,
	    .key = { key_of(user), key_of(address) }, .since = clock_ticks() };
	s->fd = open_slots(dir);
}

static bool
slots_lock(int fd, short type, int64_t at)
{
	struct flock l = { .l_type = type, .l_whence = SEEK_SET, .l_start = at,
		.l_len = 1 };

	return fcntl(fd, F_OFD_SETLK, &l) == 0;
}

static void
slots_give(struct slots *s, enum slot_stage stage)
{
	int who;

	for (who = 0; who < 2; who++)
		if (s->held[stage][who] != 0) {
			slots_lock(s->fd, F_UNLCK, s->held[stage][who]);
			s->held[stage][who] = 0;
		}
}

/* One slot of the user and one of the address, or none. */
static bool
slots_take_stage(struct slots *s, enum slot_stage stage)
{
	int64_t first;
	int who, i;

	for (who = 0; who < 2; who++) {
		if (s->key[who] == 0 || s->held[stage][who] != 0)
			continue;
		first = ((int64_t)(6 * stage + 2 * s->kind + who + 1) << 40) +
		    (int64_t)s->key[who] * EACH;
		for (i = 0; i < most[stage][who]; i++)
			if (slots_lock(s->fd, F_WRLCK, first + i))
				break;
		if (i == most[stage][who]) {
			slots_give(s, stage);
			return false;
		}
		s->held[stage][who] = first + i;
	}
	return true;
}

enum slots_taken
slots_take(struct slots *s, bool may_begin)
{
	bool taken = may_begin;

	if (s->fd == -1)
		return SLOTS_TAKEN;
	if (s->kind != SLOTS_ANSWER)
		taken = slots_take_stage(s, s->kind == SLOTS_CHANGE ?
		    SLOT_CHANGING : SLOT_FILE);
	else if (taken && (taken = slots_take_stage(s, SLOT_OPEN)) &&
	    !slots_take_stage(s, SLOT_WORKING)) {
		slots_give(s, SLOT_OPEN);
		taken = false;
	}
	if (!taken && clock_ticks() - s->since < WAITING_TIME &&
	    slots_take_stage(s, SLOT_WAITING))
		return SLOTS_LATER;
	slots_give(s, SLOT_WAITING);
	return taken ? SLOTS_TAKEN : SLOTS_BUSY;
}

void
slots_worked(struct slots *s)
{
	if (!s->known || s->fd == -1)
		return;
	slots_give(s, SLOT_WORKING);
	slots_give(s, SLOT_CHANGING);
}

void
slots_end(struct slots *s)
{
	if (s->known && s->fd != -1)
		close(s->fd);
	*s = (struct slots){ .known = false };
}

/* Any of `count`, within so many microseconds: a descriptor; -1: there was
 * none. */
static int
take_any(const char *dir, int64_t first, int count, int64_t wait)
{
	int64_t until = clock_ticks() + wait;
	int fd = open_slots(dir), i;

	do
		for (i = 0; i < count; i++)
			if (slots_lock(fd, F_WRLCK, first + i))
				return fd;
	while (fd != -1 && clock_ticks() < until &&
	    usleep(1000 * SLOTS_PAUSE) == 0);
	if (fd != -1)
		close(fd);
	return -1;
}

int
slots_connection(const char *dir)
{
	return take_any(dir, CONNECTIONS, CONNECTIONS_CGI, WAITING_TIME);
}

int
slots_exchange(const char *dir, int64_t wait)
{
	return take_any(dir, EXCHANGES, EXCHANGES_MOST, wait);
}
