/*
 * The formats that are imported.  A format's reader gives the importer what it
 * finds in a file (import/importer/run.h).
 */
#ifndef IMPORT_FORMAT_FORMAT_H
#define IMPORT_FORMAT_FORMAT_H

#include <stdbool.h>

#include "import/format/head.h"
#include "import/importer/import.h"

struct import_format {
	const char	*name;
	/* Files of an archive that may have it, as for fnmatch(3); NULL:
	 * none. */
	const char	*member;
	/* Members by which its JSON is known, as for head_has(); or NULL. */
	const char	*keys;
	/* Does a text that begins like this have it?  NULL: none has. */
	bool		 (*recognise)(const struct head *);
	/* Reads a file from its beginning; false if it gave up (run_fail()). */
	bool		 (*read)(struct import *, struct import_file *);
	bool		 tried;		/* on real files of that service */
};

#endif
