#include "base/base.h"
#include "base/settings/settings.h"
#include "t/unit/lib/unit.h"

/* With those types; with the default where it is NULL. */
static struct settings
load(const char *types)
{
	char *const envp[] = { arena_printf(arena, "DOCKET_CONF=/dev/null"),
	    types == NULL ? NULL : arena_printf(arena,
	    "DOCKET_UPLOAD_TYPES=%s", types), NULL };
	struct settings s;
	const char *why;

	assert_true(settings_load(arena, &s, NULL, envp, &why));
	return s;
}

static void
upload_types_allow_what_is_documented(void **state)
{
	static const char *const allowed[] = { "image/png", "image/jpeg",
		"IMAGE/PNG", "image/webp", "image/heic", "application/pdf",
		"text/plain", "text/plain; charset=utf-8", "text/plain;x",
		"text/csv", "text/markdown", "text/rtf", "application/msword",
		"application/vnd.openxmlformats-officedocument."
		"wordprocessingml.document",
		"application/vnd.openxmlformats-officedocument."
		"spreadsheetml.sheet",
		"application/vnd.openxmlformats-officedocument."
		"presentationml.presentation",
		"application/vnd.oasis.opendocument.text",
		"application/vnd.oasis.opendocument.spreadsheet",
		"application/vnd.ms-excel", "application/vnd.ms-powerpoint",
		"application/zip", "audio/mpeg", "audio/ogg", "video/mp4",
		"application/ogg" };
	static const char *const refused_types[] = { "", "image",
		"image/svg+xml", "Image/SVG+XML; charset=utf-8", "image/svg",
		"text/html", "text/html;x=text/plain", "text/xml",
		"text/javascript", "application/javascript", "text/plainx",
		"text/plai", "xtext/plain", "application/xhtml+xml",
		"application/octet-stream", "application/x-sharedlib",
		"application/x-executable", "application/json",
		"application/zipx", "application/x-msdownload",
		"application/vnd.oasis.opendocument", "message/rfc822",
		"font/woff", " text/plain", "!image/svg+xml" };
	struct settings s = load(NULL);
	size_t i;

	(void)state;
	for (i = 0; i < COUNT(allowed); i++)
		if (!settings_type_allowed(&s, allowed[i]))
			fail_msg("%s is refused", allowed[i]);
	for (i = 0; i < COUNT(refused_types); i++)
		if (settings_type_allowed(&s, refused_types[i]))
			fail_msg("%s is allowed", refused_types[i]);
}

static void
exclusions_hold_wherever_they_stand(void **state)
{
	struct settings s = load("!a/x,a/*,!b/*, b/y");

	(void)state;
	assert_false(settings_type_allowed(&s, "a/x"));
	assert_true(settings_type_allowed(&s, "a/y"));
	assert_false(settings_type_allowed(&s, "b/y"));
	s = load("");
	assert_false(settings_type_allowed(&s, "text/plain"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(upload_types_allow_what_is_documented),
		cmocka_unit_test(exclusions_hold_wherever_they_stand),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
