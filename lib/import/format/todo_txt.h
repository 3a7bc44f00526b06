/*
 * todo.txt, by its rules (github.com/todotxt/todo.txt), with the keys due:, t:,
 * rec: and pri: that programs have added.
 */
#ifndef IMPORT_FORMAT_TODO_TXT_H
#define IMPORT_FORMAT_TODO_TXT_H

#include "import/format/format.h"

extern const struct import_format format_todo_txt;

#endif
