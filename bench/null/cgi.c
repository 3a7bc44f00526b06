/*
 * A yardstick: a CGI program that does nothing, linked to the libraries that
 * Docket's were linked to when it was made.  It never changes, nor does how it
 * is built (bench.mk), so that figures of different years have the same unit.
 */
#include <cjson/cJSON.h>
#include <math.h>
#include <sodium.h>
#include <sqlite3.h>
#include <unistd.h>
#include <utf8proc.h>
#include <uuid/uuid.h>

int
main(int argc, char **argv)
{
	static const char answer[] = "Status: 200\r\nContent-Type: "
	    "application/json\r\nContent-Length: 2\r\n\r\n{}";
	sqlite3 *db;
	uuid_t id;

	/* Never so: it makes the linker keep the libraries. */
	if (argc == 0)
		return sqlite3_open(argv[0], &db) + sodium_init() +
		    uuid_parse(argv[0], id) + (int)pow(argc, argc) +
		    (cJSON_Parse(argv[0]) == NULL) +
		    (utf8proc_NFC((unsigned char *)argv[0]) == NULL);
	return write(STDOUT_FILENO, answer, sizeof(answer) - 1) == -1;
}
