/*
 * The reports of a list (RFC 4791, section 7; RFC 6578).
 */
#ifndef DAV_REPORT_H
#define DAV_REPORT_H

struct collection;
struct req;

/* Answers the report that the body asks for. */
void	 report_answer(struct req *, const struct collection *);

#endif
