#include "push/outcome.h"

#include "base/base.h"
#include "base/log.h"
#include "push/push.h"

static const struct {
	int			 from, to;	/* of the status; the first
						 * row that fits */
	enum push_outcome	 outcome;
	const char		*why;
} answers[] = {
	{ 200, 299, PUSH_SENT, "accepted by the push service" },
	{ 300, 399, PUSH_REFUSED, "the push service redirects, which is not "
	    "followed" },
	{ 401, 401, PUSH_OUR_FAULT,
	    "the push service rejected the VAPID token" },
	{ 403, 403, PUSH_OUR_FAULT,
	    "the push service rejected the VAPID keys or token for "
	    "this subscription" },
	{ 404, 404, PUSH_GONE,
	    "the push service does not know the subscription" },
	{ 408, 408, PUSH_LATER, "the push service timed out waiting for the "
	    "message" },
	{ 410, 410, PUSH_GONE, "the subscription has expired" },
	{ 413, 413, PUSH_REFUSED, "the message is too large for the push "
	    "service" },
	{ 425, 425, PUSH_LATER,
	    "the push service cannot accept the message yet" },
	{ 429, 429, PUSH_LATER, "the push service received too many messages" },
	{ 400, 499, PUSH_REFUSED, "the push service refused the message" },
	{ 500, 599, PUSH_LATER, "the push service failed" },
	{ 0, 999, PUSH_LATER, "the push service's answer is not valid HTTP" },
};

static const struct {
	CURLcode		 code;
	enum push_outcome	 outcome;
	enum lane_end		 end;
	const char		*why;
} failures[] = {
	{ CURLE_COULDNT_RESOLVE_HOST, PUSH_LATER, LANE_SILENT,
	    "cannot resolve the push service's host" },
	{ CURLE_COULDNT_CONNECT, PUSH_LATER, LANE_SILENT,
	    "cannot connect to the push service" },
	{ CURLE_OPERATION_TIMEDOUT, PUSH_LATER, LANE_SILENT,
	    "the push service did not answer in time" },
	{ CURLE_PEER_FAILED_VERIFICATION, PUSH_LATER, LANE_ENDED,
	    "the push service's certificate is not trusted" },
	{ CURLE_SSL_CONNECT_ERROR, PUSH_LATER, LANE_ENDED,
	    "TLS with the push service failed" },
	{ CURLE_SSL_CACERT_BADFILE, PUSH_OUR_FAULT, LANE_ENDED,
	    "cannot read the trusted certificates" },
	{ CURLE_URL_MALFORMAT, PUSH_REFUSED, LANE_ENDED,
	    "the endpoint is not a valid URL" },
	{ CURLE_UNSUPPORTED_PROTOCOL, PUSH_REFUSED, LANE_ENDED,
	    "the endpoint is not a valid URL" },
};

static enum lane_end
outcome_answered(int status, struct push_result *result)
{
	size_t i;

	for (i = 0; i < COUNT(answers) - 1; i++)
		if (status >= answers[i].from && status <= answers[i].to)
			break;
	result->outcome = answers[i].outcome;
	result->why = answers[i].why;
	return LANE_ANSWERED;
}

enum lane_end
outcome_of_answer(CURLcode code, int status, bool refused,
    struct push_result *result)
{
	size_t i;

	if (status != 0)
		return outcome_answered(status, result);
	if (code == CURLE_OUT_OF_MEMORY)
		fatal(FATAL_INTERNAL, "libcurl: out of memory");
	result->outcome = PUSH_LATER;
	result->why = "the connection to the push service was lost";
	if (refused && code == CURLE_COULDNT_CONNECT) {
		result->outcome = PUSH_REFUSED;
		result->why = "the endpoint's address or port is not in "
		    "push-allow";
		return LANE_ENDED;
	}
	for (i = 0; i < COUNT(failures); i++)
		if (failures[i].code == code) {
			result->outcome = failures[i].outcome;
			result->why = failures[i].why;
			return failures[i].end;
		}
	return LANE_ENDED;
}
