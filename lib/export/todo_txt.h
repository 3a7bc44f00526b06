/*
 * todo.txt.
 */
#ifndef EXPORT_TODO_TXT_H
#define EXPORT_TODO_TXT_H

#include "export/form.h"

extern const struct export_format export_todo_txt;

#endif
