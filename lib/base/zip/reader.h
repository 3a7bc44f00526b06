/*
 * Reads zip archives (APPNOTE.TXT 6.3.10 of PKWARE) by their central directory:
 * entries that are stored or deflated, also of more than 4 GiB (zip64).  Not
 * encrypted ones, and no archives in several files.
 *
 * libarchive reads from the front.  An import must know the sizes of all
 * entries before it reads one, and returns to single ones from later processes.
 * Loading that library also runs 4.3 million instructions, twice as many as a
 * GET by CGI (LD_PRELOAD=libarchive.so.13 valgrind --tool=callgrind /bin/true).
 */
#ifndef BASE_ZIP_READER_H
#define BASE_ZIP_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct arena;
struct zip_reader;

#define ZIP_HEAD	"PK\3\4"	/* how an archive begins */

enum zip_type { ZIP_FILE, ZIP_FOLDER, ZIP_SPECIAL };

struct zip_entry {
	const char	*name;		/* valid UTF-8 */
	enum zip_type	 type;
	int64_t		 size;		/* unpacked, as the archive says */
	int64_t		 modified;	/* microseconds since 1970 */
	int64_t		 at;		/* of its local header */
	int64_t		 packed;
	uint32_t	 crc;
	unsigned	 method, flags;
};

/*
 * Reads the central directory of a file that can be sought, which must stay
 * open.  NULL with *why, a phrase for people, if it is not an archive, is cut
 * off, or has more than `max` entries.
 */
struct zip_reader *zip_open(struct arena *, int fd, int64_t max,
		    const char **why);
size_t		 zip_count(const struct zip_reader *);
/* In the order of the central directory. */
const struct zip_entry *zip_entry(const struct zip_reader *, size_t);

/* Starts to read an entry: one at a time.  False with *why. */
bool		 zip_start(struct zip_reader *, size_t, const char **why);
/* The next bytes: how many, 0 at the end, -1 if the entry is damaged: it ends
 * too early, is longer than the archive says, or has another checksum. */
ssize_t		 zip_read(struct zip_reader *, void *, size_t);

#endif
