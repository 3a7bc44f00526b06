#include "base/filename.h"

#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"

#define NAME_MAX_BYTES	255
#define EXTENSION_MAX	16	/* bytes after the dot */
#define FALLBACK	"attachment"

/*
 * Characters that must not be in a name shown to others: controls (category Cc:
 * C0, DEL, C1), line and paragraph separators, and the bidirectional
 * embeddings, overrides and isolates, which make "exe.txt" of "txt.exe".  The
 * UTF-8 length of such a character, or 0.
 */
static size_t
unwanted_bytes(const char *s)
{
	const unsigned char *u = (const unsigned char *)s;

	if (u[0] < 0x20 || u[0] == 0x7f)
		return 1;
	if (u[0] == 0xc2 && u[1] < 0xa0)
		return 2;		/* U+0080 to U+009F */
	if (u[0] == 0xe2 && u[1] == 0x80 && u[2] >= 0xa8 && u[2] <= 0xae)
		return 3;		/* U+2028 to U+202E */
	if (u[0] == 0xe2 && u[1] == 0x81 && u[2] >= 0xa6 && u[2] <= 0xa9)
		return 3;		/* U+2066 to U+2069 */
	return 0;
}

static const char *
without_unwanted(struct arena *arena, const char *s)
{
	char *out = arena_str(arena, s), *end = out;
	size_t len;

	while (*s != '\0') {
		if ((len = unwanted_bytes(s)) > 0)
			s += len;
		else
			*end++ = *s++;
	}
	*end = '\0';
	return out;
}

static const char *
shortened(struct arena *arena, const char *name)
{
	const char *dot = strrchr(name, '.');
	size_t len;

	if (strlen(name) <= NAME_MAX_BYTES)
		return name;
	if (dot == NULL || strlen(dot) > 1 + EXTENSION_MAX)
		dot = "";
	len = text_cut(name, NAME_MAX_BYTES - strlen(dot));
	return arena_printf(arena, "%.*s%s", (int)len, name, dot);
}

const char *
filename_safe(struct arena *arena, const char *sent)
{
	const char *name = sent, *p, *bare;

	if (sent == NULL || !text_valid(sent, strlen(sent)))
		return FALLBACK;
	for (p = sent; *p != '\0'; p++)
		if (*p == '/' || *p == '\\')
			name = p + 1;
	name = text_nfc(arena, without_unwanted(arena, name));
	bare = text_trim(arena, name);
	if (*bare == '\0' || strcmp(bare, ".") == 0 || strcmp(bare, "..") == 0)
		return FALLBACK;
	return shortened(arena, name);
}

const char *
filename_disposition(struct arena *arena, const char *filename)
{
	static const char digits[] = "0123456789ABCDEF";
	char *ascii = arena_str(arena, filename), *p;
	char *utf8 = arena_alloc(arena, 3 * strlen(filename) + 1), *out = utf8;
	unsigned char ch;

	for (p = ascii; (ch = (unsigned char)*p) != '\0'; p++) {
		if ((ch < 0x80 && isalnum(ch)) || strchr(".-_~", ch) != NULL)
			*out++ = *p;
		else {
			*out++ = '%';
			*out++ = digits[ch >> 4];
			*out++ = digits[ch & 15];
		}
		if (ch < 0x20 || ch > 0x7e || strchr("\"\\%", ch) != NULL)
			*p = '_';
	}
	*out = '\0';
	return arena_printf(arena, "attachment; filename=\"%s\"; "
	    "filename*=UTF-8''%s", ascii, utf8);
}
