/*
 * What clients set on a list: PROPPATCH (RFC 4918, section 9.2), MKCALENDAR
 * (RFC 4791, section 5.3.1) and extended MKCOL (RFC 5689).
 */
#ifndef DAV_PROPPATCH_H
#define DAV_PROPPATCH_H

struct collection;
struct req;

/* PROPPATCH of a list; NULL: of the home.  Answers 207. */
void	 proppatch_answer(struct req *, const struct collection *);
/* Makes a list under the name in the path; MKCALENDAR and MKCOL.  201; 403,
 * 405, 507. */
void	 mkcalendar_answer(struct req *);

#endif
