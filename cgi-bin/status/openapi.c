#include "cgi-bin/status/openapi.h"

__asm__(".section .rodata\n"
    ".global openapi_json, openapi_json_size\n"
    "openapi_json:\n"
    ".incbin \"openapi.json\"\n"
    "0: .balign 8\n"
    "openapi_json_size: .quad 0b - openapi_json\n"
    ".previous\n");
