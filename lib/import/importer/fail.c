#include "import/importer/fail.h"

#include "base/arena.h"
#include "import/importer/import.h"

bool
run_fail(struct import *im, enum outcome o, const char *why)
{
	if (im->outcome == DONE) {
		im->outcome = o;
		im->why = arena_str(im->ctx.arena, why);
	}
	return false;
}

bool
run_malformed(struct import *im, int64_t row, const char *why)
{
	if (im->outcome == DONE)
		im->row = row;
	return run_fail(im, MALFORMED_IMPORT, row == 0 ? why :
	    arena_printf(im->ctx.arena, "row %lld: %s", (long long)row, why));
}
