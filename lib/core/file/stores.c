#include "core/file/stores.h"

#include "base/settings/settings.h"
#include "core/file/database.h"
#include "core/file/directory.h"
#include "core/file/s3.h"

const struct store *
store_of(const struct ctx *c)
{
	static const struct store *const stores[] = {
		[FILES_DIRECTORY] = &store_directory,
		[FILES_DATABASE] = &store_database,
		[FILES_S3] = &store_s3,
	};

	return stores[settings_files(c->settings)];
}
