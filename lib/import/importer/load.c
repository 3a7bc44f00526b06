#include "import/importer/load.h"

#include <sodium.h>
#include <string.h>

#include "base/arena.h"
#include "base/settings/settings.h"
#include "core/file/content.h"
#include "core/file/names.h"
#include "import/importer/fail.h"
#include "import/importer/import.h"
#include "import/importer/item.h"

#define BLOCK	65536

struct reading {
	struct content	*content;	/* NULL in a dry run */
	crypto_hash_sha256_state hash;
	int64_t		 size;
	bool		 cut;		/* it is larger than is allowed */
};

/* More than upload-max-bytes will be refused: the rest is not read. */
static bool
load_entry(struct import *im, struct import_file *from, struct reading *r)
{
	char block[BLOCK];
	ssize_t n = 0;

	crypto_hash_sha256_init(&r->hash);
	if (!file_start(from))
		return false;
	while (r->size <= im->ctx.settings->upload_max_bytes &&
	    (n = file_read(from, block, sizeof(block))) > 0) {
		crypto_hash_sha256_update(&r->hash, (unsigned char *)block,
		    (size_t)n);
		r->size += n;
		if (r->content != NULL)
			content_add(r->content, block, (size_t)n);
	}
	r->cut = n > 0;
	return n >= 0;
}

/* Is it the file that the export lists? */
static bool
is_listed(const struct item_file *f, struct reading *r)
{
	unsigned char sha256[CONTENT_HASH];

	crypto_hash_sha256_final(&r->hash, sha256);
	return f->sha256 == NULL || r->cut || (r->size == f->size &&
	    memcmp(sha256, f->sha256, CONTENT_HASH) == 0);
}

static bool
load_one(struct import *im, struct ctx *c, struct item_file *f)
{
	struct reading r = { .content = NULL };

	if (!im->options.dry_run)
		r.content = content_new(c);
	if (!load_entry(im, f->from, &r)) {
		content_drop(r.content);
		return run_malformed(im, 0, f->from->why);
	}
	if (r.content != NULL)
		content_finish(r.content);
	f->content = r.content;
	f->differs = !is_listed(f, &r);
	return true;
}

bool
load_files(struct import *im, struct arena *a, struct run_item *i)
{
	/* It must last as long as the contents. */
	struct ctx *c = arena_alloc(a, sizeof(*c));
	size_t n;

	*c = im->ctx;
	c->arena = a;
	for (n = 0; n < i->file_count; n++)
		if (!load_one(im, c, &i->files[n]))
			return false;
	return true;
}

void
load_drop(struct run_item *i)
{
	size_t n;

	for (n = 0; n < i->file_count; n++) {
		content_drop(i->files[n].content);
		i->files[n].content = NULL;
	}
}
