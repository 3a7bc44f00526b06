#include "base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

static struct {
	const char	*program;
	int		 fd;
	bool		 to_syslog;
	bool		 to_stderr;	/* errors, too */
	bool		 json;
	bool		 ending;
	void		(*hook)(enum fatal_kind);
} state = { .program = "docket", .fd = STDERR_FILENO };

/* If root creates it, it belongs to the owner of its folder: so the service can
 * write to it, too. */
static int
log_open_file(const char *path)
{
	const int how = O_WRONLY | O_APPEND | O_CLOEXEC;
	char dir[PATH_MAX];
	struct stat st;
	int fd = open(path, how);

	if (fd != -1 || errno != ENOENT)
		return fd;
	fd = open(path, how | O_CREAT, 0640);
	snprintf(dir, sizeof(dir), "%s", path);
	if (fd != -1 && geteuid() == 0 && stat(dirname(dir), &st) == 0 &&
	    fchown(fd, st.st_uid, st.st_gid) == -1)
		log_error("%s: %m", path);
	return fd;
}

void
log_open(const char *program, const char *target)
{
	int fd;

	state.program = program;
	if (target == NULL || strcmp(target, "stderr") == 0)
		return;
	if (strcmp(target, "syslog") == 0) {
		/* Connect now: a program may be about to give up sockets. */
		openlog(program, LOG_PID | LOG_NDELAY, LOG_DAEMON);
		state.to_syslog = true;
		return;
	}
	if ((fd = log_open_file(target)) == -1) {
		log_error("cannot write the log file %s: %m", target);
		return;
	}
	state.fd = fd;
}

void
log_also(const char *target)
{
	log_open(state.program, target);
	state.to_stderr = true;
}

void
log_as_json(void)
{
	state.json = true;
}

/* Escapes a text for JSON; what does not fit is cut off. */
static void
log_escape(char *out, size_t size, const char *text)
{
	size_t n = 0;

	for (; *text != '\0' && n + 7 < size; text++)
		if ((unsigned char)*text < 0x20)
			n += (size_t)snprintf(out + n, size - n, "\\u%04x",
			    (unsigned)*text);
		else {
			if (*text == '"' || *text == '\\')
				out[n++] = '\\';
			out[n++] = *text;
		}
	out[n] = '\0';
}

/* One line; `plain` without what a journal adds by itself. */
static int
compose(char *out, size_t size, int priority, const char *text, bool plain)
{
	char when[32], escaped[2048];
	struct timespec ts;
	struct tm tm;

	if (plain && (!state.json || isatty(STDERR_FILENO)))
		return snprintf(out, size, "%s: %s\n", state.program, text);
	clock_gettime(CLOCK_REALTIME, &ts);
	gmtime_r(&ts.tv_sec, &tm);
	strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%SZ", &tm);
	if (!state.json)
		return snprintf(out, size, "%s %s[%d]: %s\n", when,
		    state.program, (int)getpid(), text);
	log_escape(escaped, sizeof(escaped), text);
	return snprintf(out, size, "{\"time\":\"%s\",\"level\":\"%s\","
	    "\"program\":\"%s\",\"pid\":%d,\"message\":\"%s\"}\n", when,
	    priority == LOG_INFO ? "info" : priority == LOG_CRIT ? "fatal" :
	    "error", state.program, (int)getpid(), escaped);
}

static void log_line(int, const char *, va_list)
    __attribute__((format(printf, 2, 0)));

static void
log_line(int priority, const char *fmt, va_list ap)
{
	char text[1024], out[2400];
	int n;

	vsnprintf(text, sizeof(text), fmt, ap);
	n = compose(out, sizeof(out), priority, text, true);
	/* A log that cannot be written must not stop the service. */
	if ((state.to_stderr ? priority != LOG_INFO : !state.to_syslog &&
	    state.fd == STDERR_FILENO) &&
	    write(STDERR_FILENO, out, (size_t)n) == -1)
		return;
	if (state.to_syslog)
		syslog(priority, "%s", text);
	else if (state.fd != STDERR_FILENO) {
		n = compose(out, sizeof(out), priority, text, false);
		if (write(state.fd, out, (size_t)n) == -1)
			return;
	}
}

void
log_error(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	log_line(LOG_ERR, fmt, ap);
	va_end(ap);
}

void
log_info(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	log_line(LOG_INFO, fmt, ap);
	va_end(ap);
}

void
fatal_hook(void (*hook)(enum fatal_kind))
{
	state.hook = hook;
}

bool
fatal_begun(void)
{
	return state.ending;
}

void
fatal(enum fatal_kind kind, const char *fmt, ...)
{
	void (*hook)(enum fatal_kind) = state.hook;
	va_list ap;

	va_start(ap, fmt);
	log_line(LOG_CRIT, fmt, ap);
	va_end(ap);
	state.ending = true;
	state.hook = NULL;	/* a failure while answering must not recurse */
	if (hook != NULL)
		hook(kind);
	exit(1);
}
