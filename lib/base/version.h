/*
 * The version of Docket.
 */
#ifndef BASE_VERSION_H
#define BASE_VERSION_H

#define DOCKET_VERSION	"0.1.0"

#endif
