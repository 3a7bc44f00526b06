/*
 * Words as in the tokenizer unicode61 of SQLite's FTS5, which the search used
 * before, except that marks do not end a word.  Its tables are those of Unicode
 * 6.1, where unassigned characters are part of a word.  So utf8proc's category
 * decides, and two tables list the characters whose category has changed since.
 */
#include "base/words.h"

#include <stdint.h>
#include <utf8proc.h>

#include "base/base.h"
#include "base/log.h"
#include "base/unicode.h"

#define CATEGORY_BIT(category)	(UINT32_C(1) << (category))

/*
 * Unassigned or letters in Unicode 6.1, some of them marks or signs now.  The
 * ranges include the letters in between.
 */
static const struct char_range was_word[] = {
	{ 0x58d, 0x58e }, { 0x605, 0x605 }, { 0x61c, 0x61d }, { 0x7fd, 0x7ff },
	{ 0x888, 0x8e3 }, { 0x8ff, 0x8ff }, { 0x9fd, 0x9fe }, { 0xa76, 0xa76 },
	{ 0xafa, 0xaff }, { 0xb55, 0xb55 }, { 0xc00, 0xc00 }, { 0xc04, 0xc3c },
	{ 0xc77, 0xc77 }, { 0xc81, 0xc81 }, { 0xc84, 0xc84 }, { 0xcf3, 0xd01 },
	{ 0xd3b, 0xd3c }, { 0xd4f, 0xd4f }, { 0xd81, 0xd81 }, { 0xeba, 0xeba },
	{ 0xece, 0xece }, { 0x1715, 0x1715 }, { 0x180f, 0x1886 },
	{ 0x1ab0, 0x1ace }, { 0x1b7d, 0x1b7e }, { 0x1cf7, 0x1cf9 },
	{ 0x1de7, 0x1dfb }, { 0x2066, 0x2069 }, { 0x20ba, 0x20c0 },
	{ 0x218a, 0x218b }, { 0x23f4, 0x23ff }, { 0x2700, 0x2700 },
	{ 0x2b4d, 0x2b4f }, { 0x2b5a, 0x2bff }, { 0x2e3c, 0x2e5d },
	{ 0x2ffc, 0x2fff }, { 0x31ef, 0x31ef }, { 0x32ff, 0x32ff },
	{ 0xa69e, 0xa69e }, { 0xa82c, 0xa82c },
	{ 0xa8c5, 0xa8c5 }, { 0xa8fc, 0xa8ff }, { 0xa9e5, 0xa9e5 },
	{ 0xaa7c, 0xaa7d }, { 0xab5b, 0xab6b }, { 0xfbc2, 0xfbc2 },
	{ 0xfd40, 0xfdcf }, { 0xfdfe, 0xfdff }, { 0xfe27, 0xfe2f },
	{ 0x1018c, 0x1018e }, { 0x1019c, 0x101a0 }, { 0x102e0, 0x1037a },
	{ 0x1056f, 0x1056f }, { 0x10877, 0x10878 }, { 0x10ac8, 0x10af6 },
	{ 0x10b99, 0x10f89 }, { 0x11070, 0x1107f }, { 0x110c2, 0x110cd },
	{ 0x11145, 0x11175 }, { 0x111c9, 0x1166c }, { 0x116b9, 0x11fff },
	{ 0x12474, 0x16f4f }, { 0x16f7f, 0x16f87 }, { 0x16fe2, 0x1cfc3 },
	{ 0x1d1de, 0x1d1ea }, { 0x1d800, 0x1ed2e }, { 0x1f0bf, 0x1f0bf },
	{ 0x1f0e0, 0x1f10f }, { 0x1f12f, 0x1f12f }, { 0x1f16c, 0x1f16f },
	{ 0x1f19b, 0x1f1ad }, { 0x1f23b, 0x1f23b }, { 0x1f260, 0x1f265 },
	{ 0x1f321, 0x1f32f }, { 0x1f336, 0x1f336 }, { 0x1f37d, 0x1f37f },
	{ 0x1f394, 0x1f39f }, { 0x1f3c5, 0x1f3c5 }, { 0x1f3cb, 0x1f3df },
	{ 0x1f3f1, 0x1f3ff }, { 0x1f43f, 0x1f43f }, { 0x1f441, 0x1f441 },
	{ 0x1f4f8, 0x1f4f8 }, { 0x1f4fd, 0x1f4ff }, { 0x1f53e, 0x1f53f },
	{ 0x1f544, 0x1f54f }, { 0x1f568, 0x1f5fa }, { 0x1f641, 0x1f644 },
	{ 0x1f650, 0x1f67f }, { 0x1f6c6, 0x1f6fc }, { 0x1f774, 0x1fbca },
};

/* Marks in Unicode 6.1 that are letters now; and two noncharacters. */
static const struct char_range was_not[] = {
	{ 0x19b0, 0x19c0 }, { 0x19c8, 0x19c9 }, { 0x1cf2, 0x1cf3 },
	{ 0xfffe, 0xffff },
};

static bool
makes_word(utf8proc_int32_t c)
{
	const uint32_t words = CATEGORY_BIT(UTF8PROC_CATEGORY_LU) |
	    CATEGORY_BIT(UTF8PROC_CATEGORY_LL) | CATEGORY_BIT(UTF8PROC_CATEGORY_LT) |
	    CATEGORY_BIT(UTF8PROC_CATEGORY_LM) | CATEGORY_BIT(UTF8PROC_CATEGORY_LO) |
	    CATEGORY_BIT(UTF8PROC_CATEGORY_ND) | CATEGORY_BIT(UTF8PROC_CATEGORY_NL) |
	    CATEGORY_BIT(UTF8PROC_CATEGORY_NO) | CATEGORY_BIT(UTF8PROC_CATEGORY_CO) |
	    CATEGORY_BIT(UTF8PROC_CATEGORY_CN);

	if (c < 0x80)
		return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
		    (c >= 'a' && c <= 'z');
	if ((words & CATEGORY_BIT(utf8proc_category(c))) != 0)
		return !char_within(c, was_not, COUNT(was_not));
	return char_within(c, was_word, COUNT(was_word));
}

bool
text_next_word(const char **at, const char **word, size_t *len)
{
	const char *s = *at;
	utf8proc_int32_t c;
	utf8proc_ssize_t n;
	bool in;

	for (*word = NULL; *s != '\0'; s += n) {
		n = utf8proc_iterate((const utf8proc_uint8_t *)s, -1, &c);
		if (n <= 0)
			fatal(FATAL_INTERNAL, "internal text is not UTF-8");
		in = makes_word(c) || (*word != NULL && char_is_mark(c));
		if (in && *word == NULL)
			*word = s;
		else if (!in && *word != NULL)
			break;
	}
	*at = s;
	*len = *word == NULL ? 0 : (size_t)(s - *word);
	return *word != NULL;
}
