#include "base/version.h"

/* The Makefile defines it for this file alone. */
const char docket_version[] = DOCKET_VERSION;
