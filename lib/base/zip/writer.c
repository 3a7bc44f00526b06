#include "base/zip/writer.h"

#include <string.h>
#include <zlib.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/date.h"
#include "base/log.h"

#define VERSION		20		/* that can read it */
#define FLAGS		(1 << 3 | 1 << 11)	/* sizes behind; UTF-8 */
#define DEFLATED	8
#define BLOCK		16384
#define SUM_HEAD	0x08074b50
#define LOCAL_HEAD	0x04034b50
#define CENTRAL_HEAD	0x02014b50
#define END_HEAD	0x06054b50

struct written {
	const char	*name;
	uint32_t	 crc, size, packed, at;
};

struct zip_writer {
	struct arena	*arena;
	struct written	*files;
	size_t		 count;
	uint64_t	 at;		/* bytes so far */
	uint32_t	 day, time;	/* as DOS has them */
	z_stream	 s;
};

static void
zip_put(struct zip_writer *z, struct buf *to, const void *data, size_t n)
{
	z->at += n;
	if (z->at > UINT32_MAX || z->count > UINT16_MAX)
		fatal(FATAL_INTERNAL, "an archive is larger than 4 GiB");
	buf_add(to, data, n);
}

/* Numbers of that many bytes each, the lowest byte first. */
static void
zip_number(struct zip_writer *z, struct buf *to, uint32_t n, size_t bytes)
{
	unsigned char all[4];
	size_t i;

	for (i = 0; i < bytes; i++)
		all[i] = (unsigned char)(n >> 8 * i);
	zip_put(z, to, all, bytes);
}

struct zip_writer *
zip_writer_new(struct arena *a, int64_t now)
{
	struct zip_writer *z = arena_alloc(a, sizeof(*z));
	struct civil day = civil_from_day((int32_t)(now / DAY));
	int64_t second = now % DAY / SECOND;

	z->arena = a;
	z->day = (uint32_t)((day.year - 1980) << 9 | day.month << 5 | day.day);
	z->time = (uint32_t)(second / 3600 << 11 | second / 60 % 60 << 5 |
	    second % 60 / 2);
	/* No repetitions: whatever it says, a text stays larger than the
	 * hundredth part that an import takes for an attack. */
	if (deflateInit2(&z->s, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS,
	    8, Z_HUFFMAN_ONLY) != Z_OK)
		fatal(FATAL_INTERNAL, "zlib: out of memory");
	return z;
}

/* What the local and the central header have in common. */
static void
zip_head(struct zip_writer *z, struct buf *to, const struct written *f)
{
	zip_number(z, to, VERSION, 2);
	zip_number(z, to, FLAGS, 2);
	zip_number(z, to, DEFLATED, 2);
	zip_number(z, to, z->time, 2);
	zip_number(z, to, z->day, 2);
	zip_number(z, to, f->crc, 4);
	zip_number(z, to, f->packed, 4);
	zip_number(z, to, f->size, 4);
	zip_number(z, to, (uint32_t)strlen(f->name), 2);
	zip_number(z, to, 0, 2);
}

void
zip_begin(struct zip_writer *z, struct buf *to, const char *name)
{
	struct written *f;

	z->files = arena_more(z->arena, z->files, z->count, sizeof(*f));
	f = &z->files[z->count++];
	*f = (struct written){ .name = arena_str(z->arena, name),
	    .at = (uint32_t)z->at };
	zip_number(z, to, LOCAL_HEAD, 4);
	zip_head(z, to, f);
	zip_put(z, to, f->name, strlen(f->name));
	deflateReset(&z->s);
}

static void
zip_deflate(struct zip_writer *z, struct buf *to, int flush)
{
	unsigned char block[BLOCK];
	size_t n;

	do {
		z->s.next_out = block;
		z->s.avail_out = BLOCK;
		deflate(&z->s, flush);
		n = BLOCK - z->s.avail_out;
		z->files[z->count - 1].packed += (uint32_t)n;
		zip_put(z, to, block, n);
	} while (z->s.avail_out == 0);
}

void
zip_add(struct zip_writer *z, struct buf *to, const void *data, size_t n)
{
	struct written *f = &z->files[z->count - 1];

	f->crc = (uint32_t)crc32(f->crc, data, (uInt)n);
	f->size += (uint32_t)n;
	z->s.next_in = (unsigned char *)(uintptr_t)data;
	z->s.avail_in = (uInt)n;
	zip_deflate(z, to, Z_NO_FLUSH);
}

void
zip_end(struct zip_writer *z, struct buf *to)
{
	const struct written *f = &z->files[z->count - 1];

	zip_deflate(z, to, Z_FINISH);
	zip_number(z, to, SUM_HEAD, 4);
	zip_number(z, to, f->crc, 4);
	zip_number(z, to, f->packed, 4);
	zip_number(z, to, f->size, 4);
}

void
zip_close(struct zip_writer *z, struct buf *to)
{
	uint32_t from = (uint32_t)z->at, end;
	const struct written *f;

	for (f = z->files; f < z->files + z->count; f++) {
		zip_number(z, to, CENTRAL_HEAD, 4);
		zip_number(z, to, VERSION, 2);
		zip_head(z, to, f);
		/* No comment, the first disk, no attributes. */
		zip_number(z, to, 0, 4);
		zip_number(z, to, 0, 2);
		zip_number(z, to, 0, 4);
		zip_number(z, to, f->at, 4);
		zip_put(z, to, f->name, strlen(f->name));
	}
	end = (uint32_t)z->at;
	zip_number(z, to, END_HEAD, 4);
	zip_number(z, to, 0, 4);
	zip_number(z, to, (uint32_t)z->count, 2);
	zip_number(z, to, (uint32_t)z->count, 2);
	zip_number(z, to, end - from, 4);
	zip_number(z, to, from, 4);
	zip_number(z, to, 0, 2);
	deflateEnd(&z->s);
}
