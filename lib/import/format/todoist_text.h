/*
 * Texts of Todoist: labels within titles, files within comments.
 */
#ifndef IMPORT_FORMAT_TODOIST_TEXT_H
#define IMPORT_FORMAT_TODOIST_TEXT_H

/* What a comment that belongs to no task is about. */
#define PROJECT_COMMENT	"a comment on a project"

struct arena;
struct draft;

/* A title without the sign of a heading and without its labels, which become
 * tags. */
const char	*todoist_title(struct draft *, const char *content);
/* A comment in which a file is its name and address. */
const char	*todoist_comment(struct arena *, const char *content);

#endif
