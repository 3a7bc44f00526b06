#include "db/sqlite/lock_queue.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "db/names.h"

/* Of the write lock's file: the number of the last to join, behind wal_name.h's
 * entry; and a locked byte for each number in the queue, far behind the end. */
#define NUMBER	64
#define QUEUE	((off_t)1 << 32)
#define NUMBERS	((off_t)1 << 32)
#define MOST	65536	/* in the queue at once */

static bool
queue_lock(int fd, int command, short type, off_t from, off_t length)
{
	struct flock l = { .l_type = type, .l_whence = SEEK_SET,
		.l_start = from, .l_len = length };

	return fcntl(fd, command, &l) == 0;
}

/* Is one of these bytes another's?  If so, *at is the first found. */
static bool
queue_taken(int fd, off_t from, off_t length, off_t *at)
{
	struct flock l = { .l_type = F_RDLCK, .l_whence = SEEK_SET,
		.l_start = from, .l_len = length };

	if (fcntl(fd, F_OFD_GETLK, &l) == -1 || l.l_type == F_UNLCK)
		return false;
	*at = l.l_start;
	return true;
}

bool
lock_queue_is_empty(int fd)
{
	off_t at;

	return !queue_taken(fd, QUEUE, NUMBERS, &at);
}

bool
lock_queue_wait(int fd)
{
	uint32_t number = 0;
	off_t before;

	if (!queue_lock(fd, F_OFD_SETLKW, F_WRLCK, NUMBER, sizeof(number)))
		return errno != EINTR;
	if (pread(fd, &number, sizeof(number), NUMBER) != sizeof(number))
		number = 0;
	before = QUEUE + number++;
	/* Without an own number it waits behind the others all the same. */
	if (queue_lock(fd, F_OFD_SETLK, F_WRLCK, QUEUE + number, 1) &&
	    pwrite(fd, &number, sizeof(number), NUMBER) == -1)
		log_info("%s: %s", DB_LOCK, strerror(errno));
	queue_lock(fd, F_OFD_SETLK, F_UNLCK, NUMBER, sizeof(number));
	/* Others may be left of those before one that was killed. */
	do
		if (!queue_lock(fd, F_OFD_SETLKW, F_RDLCK, before, 1))
			return errno != EINTR;
	while (queue_taken(fd, QUEUE + number - MOST, MOST, &before));
	return true;
}

void
lock_queue_leave(int fd)
{
	queue_lock(fd, F_OFD_SETLK, F_UNLCK, QUEUE, NUMBERS);
}
