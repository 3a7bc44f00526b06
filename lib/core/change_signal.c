#include "core/change_signal.h"

#include <stdio.h>
#include <string.h>

#include "base/settings/settings.h"
#include "db/db.h"

bool
change_signal_address(const char *data, struct sockaddr_un *to)
{
	*to = (struct sockaddr_un){ .sun_family = AF_UNIX };
	return (size_t)snprintf(to->sun_path, sizeof(to->sun_path),
	    "%s/" CHANGE_SIGNAL_SOCKET, data) < sizeof(to->sun_path);
}

void
change_signal_open(struct change_signal *w, const struct settings *s)
{
	w->fd = -1;
	w->count = 0;
	if (s->wait != WAIT_OFF && change_signal_address(s->data, &w->to))
		w->fd = socket(AF_UNIX,
		    SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

void
change_signal_note(struct change_signal *w, const char *scope)
{
	unsigned char id[ID_BYTES];
	size_t i;

	if (w->fd == -1 || w->count > CHANGE_SIGNAL_SCOPES ||
	    !id_parse(scope, id))
		return;
	/* The last one is often the same. */
	for (i = w->count; i > 0; i--)
		if (memcmp(w->scopes[i - 1], id, ID_BYTES) == 0)
			return;
	if (w->count < CHANGE_SIGNAL_SCOPES)
		memcpy(w->scopes[w->count], id, ID_BYTES);
	w->count++;
}

static void
transaction_ended(void *arg, bool committed)
{
	struct change_signal *w = arg;
	size_t size = w->count > CHANGE_SIGNAL_SCOPES ? 0 : w->count * ID_BYTES;

	if (committed && w->count > 0)
		sendto(w->fd, w->scopes, size, MSG_NOSIGNAL,
		    (const struct sockaddr *)&w->to, sizeof(w->to));
	w->count = 0;
}

void
change_signal_attach(struct change_signal *w, struct db *db)
{
	if (w->fd != -1)
		db_on_end(db, transaction_ended, w);
}
