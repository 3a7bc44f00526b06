/*
 * A yardstick: a FastCGI program that does nothing, and closes its connections
 * as libfcgi does by itself.  It never changes, nor does how it is built
 * (bench.mk), so that figures of different years have the same unit.
 */
#include <fcgiapp.h>

int
main(void)
{
	FCGX_Request request;

	if (FCGX_Init() != 0 || FCGX_InitRequest(&request, 0, 0) != 0)
		return 1;
	while (FCGX_Accept_r(&request) == 0) {
		FCGX_PutS("Status: 200\r\nContent-Type: application/json\r\n"
		    "Content-Length: 2\r\n\r\n{}", request.out);
		FCGX_Finish_r(&request);
	}
	return 0;
}
