/*
 * The OpenAPI document, which `make` generates (api/compile).
 */
#ifndef CGI_BIN_STATUS_OPENAPI_H
#define CGI_BIN_STATUS_OPENAPI_H

#include <stdint.h>

extern const char openapi_json[];
extern const uint64_t openapi_json_size;

#endif
