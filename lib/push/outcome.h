/*
 * What became of a message, of libcurl's word and the push service's.
 */
#ifndef PUSH_OUTCOME_H
#define PUSH_OUTCOME_H

#include <curl/curl.h>
#include <stdbool.h>

#include "push/lanes.h"
#include "push/sender.h"

/*
 * Sets outcome and why.  status is 0 where there was no answer; refused: an
 * address was, by the guard.  An answer counts even where what followed its
 * header did not come.  Returns what it says of the push service.
 */
enum lane_end	 judge(CURLcode, int status, bool refused,
		    struct push_result *);

#endif
