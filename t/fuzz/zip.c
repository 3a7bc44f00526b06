/*
 * Archives: what is read of an entry does not depend on the size of the reads,
 * and is never more than the archive says.
 */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/text.h"
#include "base/zip/reader.h"
#include "t/fuzz/lib/fuzz.h"

#define FILES		100
#define UNPACKED	(1 << 20)	/* bytes that are read of an entry */

/* The bytes of an entry, and how it ends. */
static void
tell(struct buf *out, struct zip_reader *z, size_t i, size_t size)
{
	const char *why = NULL;
	char block[4096];
	ssize_t n = 1;

	if (!zip_start(z, i, &why)) {
		MUST(why != NULL);
		buf_str(out, why);
		return;
	}
	while (n > 0 && out->len < UNPACKED)
		if ((n = zip_read(z, block, size)) > 0)
			buf_add(out, block, (size_t)n);
	MUST((int64_t)out->len <= zip_entry(z, i)->size);
	MUST(n != 0 || (int64_t)out->len == zip_entry(z, i)->size);
	buf_str(out, n < 0 ? "damaged" : "");
}

static void
compare(struct zip_reader *z, size_t i, size_t size)
{
	struct buf one = { 0 }, two = { 0 };
	const char *name = zip_entry(z, i)->name;

	MUST(text_valid(name, strlen(name)));
	tell(&one, z, i, 4096);
	tell(&two, z, i, size);
	/* Damage can be found before or behind the bytes that are whole. */
	MUST(one.len >= UNPACKED || two.len >= UNPACKED || (one.len > 0 &&
	    memmem(one.data, one.len, "damaged", 7) != NULL) ||
	    (one.len == two.len && (one.len == 0 ||
	    memcmp(one.data, two.data, one.len) == 0)));
	buf_free(&one);
	buf_free(&two);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct input in = { data, len };
	size_t size = (size_t)input_byte(&in) + 1, i;
	int fd = memfd_create("zip", MFD_CLOEXEC);
	struct arena *a = arena_new();
	const char *why = NULL;
	struct zip_reader *z;

	MUST(fd != -1 && write(fd, in.p, in.left) == (ssize_t)in.left);
	z = zip_open(a, fd, FILES, &why);
	MUST(z != NULL || why != NULL);
	for (i = 0; z != NULL && i < zip_count(z); i++)
		compare(z, i, size);
	close(fd);
	arena_free(a);
	return 0;
}
