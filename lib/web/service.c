#include "web/service.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/log.h"
#include "base/sandbox.h"
#include "base/settings/settings.h"
#include "base/syscalls.h"
#include "core/file/s3.h"
#include "db/db.h"
#include "db/retired.h"
#include "db/sqlite/connection.h"
#include "web/route.h"
#include "web/slots.h"

#define CPU_SECONDS	120	/* of a CGI program, at most */
#define WALL_SECONDS	3600	/* that it runs at most: a client may be slow */
#define MAP_MEGABYTES	256	/* half of SANDBOX_MEMORY */
#define WORKER_FILES	160	/* of FastCGI, which has many connections */
#define RETRY_MS	100	/* between attempts to reach a server */
#define ONCE_KEEP	512	/* kilobytes of pages, for a single request */

/* Loads the shared objects of the program's own groups: the batch has all
 * groups, and no request that needs one can be one of its rows. */
static void
load_objects(const struct service *s, const char *program,
    const struct settings *settings)
{
	const struct route_group *const *g;

	for (g = s->groups; *g != NULL; g++)
		if ((*g)->load != NULL &&
		    (!s->once || strcmp((*g)->name, program) == 0))
			(*g)->load(settings);
}

/* Enters the sandbox before any byte of a request is read; false if that fails
 * and the settings require it. */
static bool
enter_sandbox(const struct service *s, const struct settings *settings)
{
	/* Time zones, that of the log's times, and SQLite's random seed. */
	const uint16_t ports[] = { 53, s3_port(settings), 0 };
	static const char *const read[] = { "/usr/share/zoneinfo/",
		"/etc/localtime", "/dev/urandom", NULL };
	struct sandbox box = { .data = settings->data, .read = read,
		.calls = CALLS_SERVICE, .memory = SANDBOX_MEMORY,
		.files = s->once ? SANDBOX_FILES : WORKER_FILES,
		.cpu_seconds = s->once ? CPU_SECONDS : 0,
		.wall_seconds = s->once ? WALL_SECONDS : 0,
		.lenient = settings->sandbox == SANDBOX_TRY };
	const char *const key[] = { settings->key_file, NULL };
	const struct route_group *const *g;
	const char *why;

	if (ports[1] != 0) {
		box.calls = CALLS_SERVICE_NETWORK;
		box.ports = ports;
		box.read = sandbox_paths(s->lasting, box.read,
		    sandbox_network(s->lasting));
	}
	if (settings->key_file[0] != '\0')
		box.read = sandbox_paths(s->lasting, box.read, key);
	for (g = s->groups; *g != NULL; g++)
		if ((*g)->reads != NULL)
			box.read = sandbox_paths(s->lasting, box.read,
			    (*g)->reads);

	if (settings->sandbox == SANDBOX_OFF || sandbox_enter(&box, &why))
		return true;
	log_error("no sandbox: %s; or set sandbox = try", why);
	return false;
}

/* A group that other programs hold, too, begins in its own alone. */
static void
begin_group(const struct route_group *const *groups, const char *program,
    const struct settings *settings)
{
	for (; *groups != NULL; groups++)
		if ((*groups)->begin != NULL &&
		    strcmp((*groups)->name, program) == 0)
			(*groups)->begin(settings);
}

/* False, with a line in the log, if the database is not in order.  A worker
 * waits for a server that is away, until there is a request to refuse. */
static bool
connect_database(struct service *s, const struct settings *settings)
{
	struct pollfd listener = { .fd = STDIN_FILENO, .events = POLLIN };
	const char *place = settings_database(settings);
	enum db_state state;

	while ((state = db_open(place, &s->db)) == DB_UNREACHABLE &&
	    !s->once && poll(&listener, 1, RETRY_MS) == 0)
		;
	if (state != DB_OPEN) {
		log_error("%s: %s", db_is_remote(place) ? "database" : place,
		    db_advice(place, state, s->arena));
		return false;
	}
	if (s->once)
		db_cache_size(s->db, ONCE_KEEP);
	else
		db_map(s->db, MAP_MEGABYTES);
	change_signal_attach(&s->signal, s->db);
	return true;
}

/* Closes descriptors inherited from the web server; and a database file must
 * never get the number of a standard stream. */
static void
close_inherited(void)
{
	int fd;

	close_range(STDERR_FILENO + 1, ~0U, 0);
	while ((fd = open("/dev/null", O_RDWR)) != -1 && fd <= STDERR_FILENO)
		;
	if (fd != -1)
		close(fd);
}

void
service_open(struct service *s, const char *program,
    const struct route_group *const *groups, char *const *envp, bool once)
{
	struct arena *lasting = arena_new();
	struct settings *settings = arena_alloc(lasting, sizeof(*settings));
	const char *why;
	bool reached;

	close_inherited();
	signal(SIGPIPE, SIG_IGN);
	/* A file that may not grow fails a commit, and does not kill it. */
	signal(SIGXFSZ, SIG_IGN);
	*s = (struct service){ .groups = groups, .lasting = lasting,
	    .arena = arena_new(), .once = once, .slot = -1,
	    .signal = { .fd = -1 } };
	if (once)
		db_once();
	if (settings_load(lasting, settings, NULL, envp, &why)) {
		log_open(program, settings->log);
		if (settings->log_format == LOG_FORMAT_JSON)
			log_as_json();
		begin_group(groups, program, settings);
		change_signal_open(&s->signal, settings);
		if (db_is_remote(settings_database(settings)) && (!once ||
		    (s->slot = slots_connection(settings->data)) != -1))
			connect_database(s, settings);
		reached = s3_open(settings);
		load_objects(s, program, settings);
		settings_forget(settings, envp);
		if (enter_sandbox(s, settings) && reached)
			s->settings = settings;
	} else {
		log_open(program, NULL);
		log_error("%s", why);
	}
}

void
service_within(struct service *s, const struct route_group *const *groups,
    const struct settings *settings, struct db *db)
{
	*s = (struct service){ .groups = groups, .settings = settings,
	    .db = db, .lasting = arena_new(), .arena = arena_new(),
	    .slot = -1, .signal = { .fd = -1 } };
}

void
service_close(struct service *s)
{
	if (s->once)
		db_ending();
	db_close(s->db);
	s->db = NULL;
	if (s->slot != -1)
		close(s->slot);
	s->slot = -1;
}

void
service_end(struct service *s)
{
	service_close(s);
	arena_free(s->arena);
	arena_free(s->lasting);
}

bool
service_lacks_server(const struct service *s)
{
	return s->db == NULL && s->settings != NULL &&
	    db_is_remote(settings_database(s->settings));
}

bool
service_database(struct service *s)
{
	bool lacks = service_lacks_server(s);

	/* From within the sandbox no server can be reached: the next process
	 * tries again. */
	if (lacks && !s->once)
		fatal(FATAL_NOT_READY, "there is no connection to the database");
	return s->db != NULL ||
	    (!lacks && connect_database(s, s->settings));
}
