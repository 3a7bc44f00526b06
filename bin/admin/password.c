/*
 * Reads a password: typed twice without echo, or one line on standard input.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/log.h"
#include "bin/admin/admin.h"
#include "core/limits.h"
#include "core/user/password.h"

const char *
admin_read_line(struct admin *a)
{
	char *line = NULL;
	const char *text;
	size_t size = 0;
	ssize_t n = getline(&line, &size, stdin);

	if (n > 0 && line[n - 1] == '\n')
		n--;
	text = n < 0 ? NULL : arena_dup(a->p.ctx.arena, line, (size_t)n);
	free(line);
	return text;
}

static const char *
password_ask(struct admin *a, const char *prompt, const struct termios *seen)
{
	struct termios unseen = *seen;
	const char *text;

	/* Switch echo off before the prompt: a user may type at once. */
	unseen.c_lflag &= ~(tcflag_t)ECHO;
	tcsetattr(STDIN_FILENO, TCSADRAIN, &unseen);
	fprintf(stderr, "%s", prompt);
	text = admin_read_line(a);
	tcsetattr(STDIN_FILENO, TCSADRAIN, seen);
	fprintf(stderr, "\n");
	return text;
}

/* NULL, or what is wrong with it. */
static const char *
password_fault(const struct admin *a, const char *password)
{
	if (strlen(password) < PASSWORD_MIN || strlen(password) > PASSWORD_MAX)
		return arena_printf(a->p.ctx.arena, "a password must have %d "
		    "to %d bytes", PASSWORD_MIN, PASSWORD_MAX);
	return password_common(password) ? "that password is too common" :
	    NULL;
}

/* Asks until there is a password that can be used; NULL, after an error
 * message, if there is none. */
static const char *
ask_twice(struct admin *a)
{
	const char *password, *again, *why;
	struct termios seen;

	if (tcgetattr(STDIN_FILENO, &seen) == -1) {
		log_error("no terminal to read the password from: use "
		    "--password-stdin");
		return NULL;
	}
	while ((password = password_ask(a, "New password: ", &seen)) != NULL) {
		why = password_fault(a, password);
		if (why == NULL &&
		    (again = password_ask(a, "Again: ", &seen)) == NULL)
			break;
		if (why == NULL && strcmp(password, again) != 0)
			why = "the passwords differ";
		if (why == NULL)
			return password;
		fprintf(stderr, "%s: once more\n", why);
	}
	log_error("no password given");
	return NULL;
}

const char *
admin_new_hash(struct admin *a)
{
	const char *password = a->password_stdin ? admin_read_line(a) :
	    ask_twice(a), *why;

	if (password == NULL && a->password_stdin)
		log_error("no password on standard input");
	if (password == NULL)
		return NULL;
	if ((why = password_fault(a, password)) != NULL) {
		log_error("%s", why);
		return NULL;
	}
	return password_hash(a->p.ctx.arena, a->p.settings.data, password);
}
