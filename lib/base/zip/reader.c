#include "base/zip/reader.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/log.h"
#include "base/text.h"

#define END_SIZE	22		/* of the end record, bar its comment */
#define END_MOST	(END_SIZE + 65535)
#define END64_SIZE	56
#define LOCATOR_SIZE	20
#define CENTRAL_SIZE	46		/* of an entry, bar name and extras */
#define LOCAL_SIZE	30
#define DIRECTORY_MAX	(64 * 1024 * 1024)	/* bytes */
#define BLOCK		65536

#define ENCRYPTED	1		/* flags */
#define STORED		0		/* methods */
#define DEFLATED	8
#define EXTRA_ZIP64	0x0001
#define EXTRA_TIMES	0x5455
#define UNIX		3		/* the system that made it */

struct zip_reader {
	struct arena	*arena;
	int		 fd;
	int64_t		 length;	/* of the file */
	struct zip_entry *entries;
	size_t		 count;
	/* The entry that is being read: */
	const struct zip_entry *entry;
	int64_t		 next;		/* where its next packed bytes are */
	int64_t		 left;		/* of them */
	int64_t		 given;		/* bytes unpacked */
	uint32_t	 crc;
	z_stream	 z;
	unsigned char	 in[BLOCK];
};

static unsigned
get16(const unsigned char *p)
{
	return p[0] | (unsigned)p[1] << 8;
}

static uint32_t
get32(const unsigned char *p)
{
	return get16(p) | (uint32_t)get16(p + 2) << 16;
}

/* What no file can have is -1. */
static int64_t
get64(const unsigned char *p)
{
	uint64_t n = get32(p) | (uint64_t)get32(p + 4) << 32;

	return n > INT64_MAX ? -1 : (int64_t)n;
}

static bool
read_at(struct zip_reader *z, int64_t at, void *to, size_t len)
{
	return at >= 0 && at <= z->length - (int64_t)len &&
	    pread(z->fd, to, len, at) == (ssize_t)len;
}

/* What the end record says of the central directory. */
struct directory {
	int64_t		 count, size, at;
};

/* The end record is the last one whose comment ends the file. */
static const unsigned char *
find_end(const unsigned char *p, size_t len)
{
	size_t i;

	for (i = len - END_SIZE + 1; i-- > 0;)
		if (memcmp(p + i, "PK\5\6", 4) == 0 &&
		    i + END_SIZE + get16(p + i + 20) == len)
			return p + i;
	return NULL;
}

/* A larger archive has its numbers in a further record. */
static bool
read_end64(struct zip_reader *z, int64_t end, struct directory *d)
{
	unsigned char l[LOCATOR_SIZE], p[END64_SIZE];

	if (!read_at(z, end - LOCATOR_SIZE, l, sizeof(l)) ||
	    memcmp(l, "PK\6\7", 4) != 0)
		return true;
	if (!read_at(z, get64(l + 8), p, sizeof(p)) ||
	    memcmp(p, "PK\6\6", 4) != 0)
		return false;
	*d = (struct directory){ get64(p + 32), get64(p + 40), get64(p + 48) };
	return true;
}

static bool
read_end(struct zip_reader *z, struct directory *d)
{
	size_t len = z->length < END_MOST ? (size_t)z->length : END_MOST;
	unsigned char *p = malloc(len + 1);
	const unsigned char *end = NULL;
	int64_t at = 0;

	if (p == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	if (len >= END_SIZE && read_at(z, z->length - (int64_t)len, p, len))
		end = find_end(p, len);
	if (end != NULL) {
		*d = (struct directory){ get16(end + 10), get32(end + 12),
		    get32(end + 16) };
		at = z->length - (int64_t)len + (end - p);
	}
	free(p);
	return at > 0 && read_end64(z, at, d) && d->count >= 0 &&
	    d->size >= 0 && d->count <= d->size / CENTRAL_SIZE && d->at >= 0 &&
	    d->size <= z->length && d->at <= z->length - d->size;
}

/* Bytes that are not UTF-8 are of an old character set; nothing depends on
 * them. */
static const char *
read_name(struct arena *a, const unsigned char *p, size_t len)
{
	char *name = arena_dup(a, p, len);
	size_t i;

	if (!text_valid(name, len))
		for (i = 0; i < len; i++)
			if (name[i] == '\0' || (unsigned char)name[i] > '~')
				name[i] = '_';
	return name;
}

/* MS-DOS has two seconds and local time: taken for UTC. */
static int64_t
dos_time(unsigned day, unsigned time)
{
	struct civil c = { 1980 + (int)(day >> 9), (int)(day >> 5 & 15),
	    (int)(day & 31) };

	if (c.month < 1 || c.month > 12 || c.day < 1 ||
	    c.day > days_in_month(c.year, c.month))
		return 0;
	return day_from_civil(c) * DAY + ((time >> 11) * INT64_C(3600) +
	    (time >> 5 & 63) * INT64_C(60) + (time & 31) * INT64_C(2)) *
	    SECOND;
}

/* The numbers that do not fit into 32 bits, in this order. */
static bool
read_extra64(struct zip_entry *e, const unsigned char *p, size_t len)
{
	int64_t *const numbers[] = { &e->size, &e->packed, &e->at };
	size_t i;

	for (i = 0; i < COUNT(numbers); i++) {
		if (*numbers[i] != UINT32_MAX)
			continue;
		if (len < 8)
			return false;
		*numbers[i] = get64(p);
		p += 8;
		len -= 8;
	}
	return true;
}

static bool
read_extras(struct zip_entry *e, const unsigned char *p, size_t len)
{
	size_t n;

	for (; len >= 4; p += n, len -= n) {
		n = 4 + get16(p + 2);
		if (n > len)
			return false;
		if (get16(p) == EXTRA_ZIP64 &&
		    !read_extra64(e, p + 4, n - 4))
			return false;
		if (get16(p) == EXTRA_TIMES && n >= 9 && (p[4] & 1))
			e->modified = (int32_t)get32(p + 5) * SECOND;
	}
	return true;
}

static enum zip_type
type_of(const char *name, unsigned system, uint32_t attributes)
{
	size_t n = strlen(name);
	uint32_t mode = attributes >> 16;

	if (n > 0 && name[n - 1] == '/')
		return ZIP_FOLDER;
	if (system != UNIX)
		return ZIP_FILE;
	/* Info-ZIP marks what it had from a pipe: its bytes are there. */
	return S_ISDIR(mode) ? ZIP_FOLDER : S_ISREG(mode) || S_ISFIFO(mode) ||
	    (mode & S_IFMT) == 0 ? ZIP_FILE : ZIP_SPECIAL;
}

/* Reads an entry of the directory; how many bytes it has, 0 if it is wrong. */
static size_t
zip_read_entry(struct arena *a, const unsigned char *p, size_t len,
    struct zip_entry *e)
{
	size_t name, extra, size;

	if (len < CENTRAL_SIZE || memcmp(p, "PK\1\2", 4) != 0)
		return 0;
	name = get16(p + 28);
	extra = get16(p + 30);
	size = CENTRAL_SIZE + name + extra + get16(p + 32);
	if (size > len)
		return 0;
	*e = (struct zip_entry){ .flags = get16(p + 8),
	    .method = get16(p + 10), .crc = get32(p + 16),
	    .packed = get32(p + 20), .size = get32(p + 24),
	    .at = get32(p + 42), .modified = dos_time(get16(p + 14),
	    get16(p + 12)), .name = read_name(a, p + CENTRAL_SIZE, name) };
	e->type = type_of(e->name, p[5], get32(p + 38));
	if (!read_extras(e, p + CENTRAL_SIZE + name, extra) || e->size < 0 ||
	    e->packed < 0 || e->at < 0)
		return 0;
	return size;
}

static bool
read_directory(struct arena *a, struct zip_reader *z,
    const struct directory *d)
{
	unsigned char *all = malloc((size_t)d->size + 1);
	size_t at = 0, n = 1, size = (size_t)d->size;

	if (all == NULL)
		fatal(FATAL_INTERNAL, "out of memory");
	z->entries = arena_alloc(a, (size_t)d->count * sizeof(*z->entries) + 1);
	if (read_at(z, d->at, all, size))
		for (; z->count < (size_t)d->count && n > 0; at += n) {
			n = zip_read_entry(a, all + at, size - at,
			    &z->entries[z->count]);
			z->count += n > 0;
		}
	free(all);
	return z->count == (size_t)d->count;
}

struct zip_reader *
zip_open(struct arena *a, int fd, int64_t max, const char **why)
{
	struct zip_reader *z = arena_alloc(a, sizeof(*z));
	struct directory d;
	struct stat st;

	z->arena = a;
	z->fd = fd;
	z->length = fstat(fd, &st) == 0 ? st.st_size : 0;
	*why = "the archive is damaged or cut off";
	if (!read_end(z, &d))
		return NULL;
	if (d.count > max || d.size > DIRECTORY_MAX) {
		*why = "the archive has too many files";
		return NULL;
	}
	return read_directory(a, z, &d) ? z : NULL;
}

size_t
zip_count(const struct zip_reader *z)
{
	return z->count;
}

const struct zip_entry *
zip_entry(const struct zip_reader *z, size_t i)
{
	return &z->entries[i];
}

static void *
inflate_alloc(void *arena, unsigned count, unsigned size)
{
	return arena_alloc(arena, (size_t)count * size);
}

static void
inflate_free(void *arena, void *p)
{
	(void)arena;
	(void)p;
}

/* The inflater's memory is the arena's, once for all entries, so that a reader
 * that is given up has nothing to free. */
static void
begin_inflating(struct zip_reader *z)
{
	if (z->z.state != NULL) {
		inflateReset(&z->z);
		return;
	}
	z->z.zalloc = inflate_alloc;
	z->z.zfree = inflate_free;
	z->z.opaque = z->arena;
	if (inflateInit2(&z->z, -MAX_WBITS) != Z_OK)
		fatal(FATAL_INTERNAL, "zlib cannot inflate");
}

bool
zip_start(struct zip_reader *z, size_t i, const char **why)
{
	const struct zip_entry *e = &z->entries[i];
	unsigned char p[LOCAL_SIZE];

	if (!read_at(z, e->at, p, sizeof(p)) ||
	    memcmp(p, ZIP_HEAD, 4) != 0) {
		*why = "a file in the archive is damaged";
		return false;
	}
	if ((e->flags & ENCRYPTED) ||
	    (e->method != STORED && e->method != DEFLATED)) {
		*why = e->flags & ENCRYPTED ? "the archive is encrypted" :
		    "a file in the archive is packed in an unknown way";
		return false;
	}
	z->entry = e;
	z->next = e->at + LOCAL_SIZE + get16(p + 26) + get16(p + 28);
	z->left = e->packed;
	z->given = 0;
	z->crc = (uint32_t)crc32(0, NULL, 0);
	z->z.next_in = z->in;
	z->z.avail_in = 0;
	if (e->method == DEFLATED)
		begin_inflating(z);
	return true;
}

/* Has the entry the length and the checksum that the archive says? */
static ssize_t
zip_at_end(const struct zip_reader *z)
{
	return z->given == z->entry->size && z->crc == z->entry->crc ? 0 : -1;
}

static bool
refill(struct zip_reader *z)
{
	size_t n = z->left < BLOCK ? (size_t)z->left : BLOCK;

	if (!read_at(z, z->next, z->in, n))
		return false;
	z->next += (int64_t)n;
	z->left -= (int64_t)n;
	z->z.next_in = z->in;
	z->z.avail_in = (unsigned)n;
	return true;
}

static ssize_t
copy_stored(struct zip_reader *z, void *to, size_t size)
{
	if (z->z.avail_in == 0 && (z->left == 0 || !refill(z)))
		return z->left == 0 ? 0 : -1;
	if (size > z->z.avail_in)
		size = z->z.avail_in;
	memcpy(to, z->z.next_in, size);
	z->z.next_in += size;
	z->z.avail_in -= (unsigned)size;
	return (ssize_t)size;
}

static ssize_t
unpack(struct zip_reader *z, void *to, size_t size)
{
	int got = Z_OK;

	z->z.next_out = to;
	z->z.avail_out = (unsigned)size;
	while (z->z.avail_out == size && got == Z_OK) {
		if (z->z.avail_in == 0 && z->left > 0 && !refill(z))
			return -1;
		got = inflate(&z->z, Z_NO_FLUSH);
	}
	if (got != Z_OK && got != Z_STREAM_END)
		return -1;
	return (ssize_t)(size - z->z.avail_out);
}

ssize_t
zip_read(struct zip_reader *z, void *to, size_t size)
{
	ssize_t n;

	if (size > BLOCK)
		size = BLOCK;
	n = z->entry->method == DEFLATED ? unpack(z, to, size) :
	    copy_stored(z, to, size);
	if (n <= 0)
		return n == 0 ? zip_at_end(z) : -1;
	z->given += n;
	z->crc = (uint32_t)crc32(z->crc, to, (unsigned)n);
	return z->given > z->entry->size ? -1 : n;
}
