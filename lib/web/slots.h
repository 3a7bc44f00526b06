/*
 * How many expensive requests of one user, and from one address, are under way
 * in all processes.  Each takes a slot: a locked byte of a file in the data
 * directory, which the kernel unlocks when the process ends, however that
 * happens.
 *
 * A request that finds no slot waits, before it has read its body or begun a
 * transaction.  Then it works, for which there are few slots; its answer is
 * sent, for which there are more, since clients may be slow.  core/limits.h has
 * the numbers.
 */
#ifndef WEB_SLOTS_H
#define WEB_SLOTS_H

#include <stdbool.h>
#include <stdint.h>

enum slot_stage { SLOT_WAITING, SLOT_OPEN, SLOT_WORKING, SLOT_CHANGING,
	SLOT_FILE, SLOT__MAX };
/* What is expensive: a long answer, a large change, a file that is sent. */
enum slots_kind { SLOTS_ANSWER, SLOTS_CHANGE, SLOTS_FILE };

/* Those of one request.  Zero-initialise. */
struct slots {
	bool		 known;		/* whose they are */
	enum slots_kind	 kind;
	uint32_t	 key[2];	/* of user and address; 0: unknown */
	int		 fd;		/* of the file; -1: there is none */
	int64_t		 since;		/* it asked first */
	int64_t		 held[SLOT__MAX][2];	/* bytes; 0: none */
};

enum slots_taken {
	SLOTS_TAKEN,
	SLOTS_LATER,		/* ask again in SLOTS_PAUSE */
	SLOTS_BUSY		/* too many wait, or it has waited too long */
};

#define SLOTS_PAUSE	10	/* milliseconds */

/* Says whose slots they are: each of user and address may be NULL. */
void	 slots_of(struct slots *, const char *dir, const char *user,
	    const char *address, enum slots_kind kind);
/* Takes them, if the work may begin now. */
enum slots_taken slots_take(struct slots *, bool may_begin);
/* The work is done; only the answer must be sent. */
void	 slots_worked(struct slots *);
void	 slots_end(struct slots *);

/* A CGI program's slot for a connection to a database server, of
 * CONNECTIONS_CGI: a descriptor, whose end gives it back; -1 if there was none
 * within WAITING_TIME. */
int	 slots_connection(const char *dir);
/* The same for an exchange with the provider of single sign-on, of
 * EXCHANGES_MOST, for which it waits so many microseconds. */
int	 slots_exchange(const char *dir, int64_t wait);

#endif
