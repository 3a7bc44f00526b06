#include "push/outcome.h"

#include "base/base.h"
#include "base/log.h"

static const struct {
	int			 from, to;	/* of the status; the first
						 * row that fits */
	enum push_outcome	 outcome;
	const char		*why;
} answers[] = {
	{ 200, 299, PUSH_SENT, "taken by the push service" },
	{ 300, 399, PUSH_REFUSED, "the push service sends us elsewhere, which "
	    "is not followed" },
	{ 401, 401, PUSH_OUR_FAULT, "the push service wants another VAPID "
	    "token" },
	{ 403, 403, PUSH_OUR_FAULT, "the push service does not take our VAPID "
	    "keys or token for this subscription" },
	{ 404, 404, PUSH_GONE, "the push service knows no such subscription" },
	{ 408, 408, PUSH_LATER, "the push service has waited for the message "
	    "too long" },
	{ 410, 410, PUSH_GONE, "the subscription has ended" },
	{ 413, 413, PUSH_REFUSED, "the push service finds the message too "
	    "large" },
	{ 425, 425, PUSH_LATER, "the push service finds the message too "
	    "early" },
	{ 429, 429, PUSH_LATER, "the push service has got too many messages" },
	{ 400, 499, PUSH_REFUSED, "the push service refuses the message" },
	{ 500, 599, PUSH_LATER, "the push service has failed" },
	{ 0, 999, PUSH_LATER, "the push service has not answered as HTTP "
	    "has it" },
};

static const struct {
	CURLcode		 code;
	enum push_outcome	 outcome;
	enum lane_end		 end;
	const char		*why;
} failures[] = {
	{ CURLE_COULDNT_RESOLVE_HOST, PUSH_LATER, LANE_SILENT,
	    "the push service's host is not found" },
	{ CURLE_COULDNT_CONNECT, PUSH_LATER, LANE_SILENT,
	    "no connection to the push service" },
	{ CURLE_OPERATION_TIMEDOUT, PUSH_LATER, LANE_SILENT,
	    "the push service has not answered in time" },
	{ CURLE_PEER_FAILED_VERIFICATION, PUSH_LATER, LANE_ENDED,
	    "the push service's certificate is not to be trusted" },
	{ CURLE_SSL_CONNECT_ERROR, PUSH_LATER, LANE_ENDED,
	    "the push service does not speak TLS as it should" },
	{ CURLE_SSL_CACERT_BADFILE, PUSH_OUR_FAULT, LANE_ENDED,
	    "the certificates to be trusted cannot be read" },
	{ CURLE_URL_MALFORMAT, PUSH_REFUSED, LANE_ENDED,
	    "its endpoint is no URL to push to" },
	{ CURLE_UNSUPPORTED_PROTOCOL, PUSH_REFUSED, LANE_ENDED,
	    "its endpoint is no URL to push to" },
};

static enum lane_end
answered(int status, struct push_result *result)
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
judge(CURLcode code, int status, bool refused, struct push_result *result)
{
	size_t i;

	if (status != 0)
		return answered(status, result);
	if (code == CURLE_OUT_OF_MEMORY)
		fatal(FATAL_INTERNAL, "libcurl: out of memory");
	result->outcome = PUSH_LATER;
	result->why = "the connection to the push service broke";
	if (refused && code == CURLE_COULDNT_CONNECT) {
		result->outcome = PUSH_REFUSED;
		result->why = "its endpoint is at an address or port that "
		    "push-allow does not name";
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
