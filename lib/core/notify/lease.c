#include "core/notify/lease.h"

#include "base/date.h"
#include "core/ctx.h"
#include "query/delivery.h"

struct lease
lease_begin(struct ctx *c, int64_t lasts)
{
	int64_t now = rows_one(q_lease_clock(c->db, clock_since_boot()), 0);

	return (struct lease){ now, now + lasts };
}
