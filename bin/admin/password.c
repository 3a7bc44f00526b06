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
ask(struct admin *a, const char *prompt, const struct termios *seen)
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

/* NULL, after an error message, if there is none. */
static const char *
read_password(struct admin *a)
{
	const char *password, *again;
	struct termios seen;

	if (a->password_stdin) {
		password = admin_read_line(a);
		if (password == NULL)
			log_error("no password on standard input");
		return password;
	}
	if (tcgetattr(STDIN_FILENO, &seen) == -1) {
		log_error("no terminal to read the password from: use "
		    "--password-stdin");
		return NULL;
	}
	password = ask(a, "New password: ", &seen);
	again = password == NULL ? NULL : ask(a, "Again: ", &seen);
	if (again != NULL && strcmp(password, again) == 0)
		return password;
	log_error(again == NULL ? "no password given" :
	    "the passwords differ");
	return NULL;
}

const char *
admin_new_hash(struct admin *a)
{
	const char *password = read_password(a);

	if (password == NULL)
		return NULL;
	if (strlen(password) < PASSWORD_MIN || strlen(password) > PASSWORD_MAX)
		log_error("a password must have %d to %d bytes", PASSWORD_MIN,
		    PASSWORD_MAX);
	else if (password_common(password))
		log_error("that password is too common");
	else
		return password_hash(a->p.ctx.arena, a->p.settings.data,
		    password);
	return NULL;
}
