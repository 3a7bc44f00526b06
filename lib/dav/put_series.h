/*
 * How clients complete a repeating task.  After each way there is one open task
 * in the series:
 *
 *	the same text, done, with its rule		its successor goes on
 *	the same text and a changed occurrence that is done	the same
 *	such an occurrence as a resource of its own	the same, or a done copy if
 *							the series has gone on
 *
 * Moving the date on, and a done copy with a UID of its own, are ordinary
 * texts.
 */
#ifndef DAV_PUT_SERIES_H
#define DAV_PUT_SERIES_H

#include <stdbool.h>

#include "core/outcome.h"

struct put;
struct req;

/* The rule that the text means for that date; NULL: none that Docket knows, or
 * the date is NULL. */
const char	*series_rule(const struct put *, const char *due_date);

/* Is it a client's, which has missed that this occurrence was done already?
 * Then nothing is done. */
bool		 series_is_echo(struct put *);
/* Does the text complete the present occurrence?  Then the task stays open
 * until series_complete(). */
bool		 series_completes(struct put *);
/* Completes it, once everything else of the text is applied; the text goes to
 * the successor, if there is one. */
enum outcome	 series_complete(struct put *);
/* Answers a text that has an occurrence alone: 201 or 204; or refused. */
void		 series_put_occurrence(struct put *);

#endif
