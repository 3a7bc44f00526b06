/*
 * The outcome of a message, from libcurl's result and the push service's
 * answer.
 */
#ifndef PUSH_OUTCOME_H
#define PUSH_OUTCOME_H

#include <curl/curl.h>
#include <stdbool.h>

#include "push/lanes.h"

struct push_result;

/*
 * Sets outcome and why.  status is 0 without an answer; refused: the guard
 * refused an address.  An answer counts even if its body was cut off.  Returns
 * what this says about the push service.
 */
enum lane_end	 outcome_of_answer(CURLcode, int status, bool refused,
		    struct push_result *);

#endif
