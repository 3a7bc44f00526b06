/*
 * The data of the demo: two users, a shared list, some tasks.
 */
#ifndef CORE_BATCH_DEMO_H
#define CORE_BATCH_DEMO_H

struct arena;
struct db;
struct settings;

#define DEMO_ADA	"ada@example.org"
#define DEMO_GRACE	"grace@example.org"
#define DEMO_PASSWORD	"try-docket-now"

/* Fills a new database, in one transaction. */
void	 demo_fill(struct arena *, const struct settings *, struct db *);

#endif
