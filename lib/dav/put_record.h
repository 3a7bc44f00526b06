/*
 * The task or step that a PUT makes or changes.
 */
#ifndef DAV_PUT_RECORD_H
#define DAV_PUT_RECORD_H

#include "core/outcome.h"

struct put;

/* Makes or changes it.  DONE, or why not. */
enum outcome	 put_record(struct put *);
/* Makes those tasks its steps that were waiting for it. */
void		 put_adopt(struct put *);

#endif
