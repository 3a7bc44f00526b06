/*
 * The version of Docket.
 */
#ifndef BASE_VERSION_H
#define BASE_VERSION_H

/* The last release, or between releases the coming one. */
#define DOCKET_RELEASE	"0.3.0"

/* What this build was made from, as bin/version prints it. */
extern const char docket_version[];

#endif
