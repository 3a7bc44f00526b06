#include "web/signature.h"

#include <dlfcn.h>

#include "base/log.h"
#include "base/object.h"

#define FILE_NAME	"docket-passkeys.so"

static const struct signature_functions *functions;

bool
signature_open(void)
{
	const struct signature_functions *found = NULL;
	void *object;

	if (functions != NULL)
		return true;
	if ((object = object_load(FILE_NAME)) != NULL)
		found = dlsym(object, "signature_functions");
	if (found != NULL && found->init())
		functions = found;
	else
		log_error("passkeys need " FILE_NAME " and libcrypto");
	return functions != NULL;
}

bool
signature_loaded(void)
{
	return functions != NULL;
}

bool
signature_key(int64_t algorithm, struct bytes key)
{
	return functions != NULL && functions->key(algorithm, key);
}

bool
signature_right(int64_t algorithm, struct bytes key, struct bytes message,
    struct bytes signature)
{
	return functions != NULL && functions->right(algorithm, key, message,
	    signature);
}
