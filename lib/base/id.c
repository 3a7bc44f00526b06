#include "base/id.h"

#include <stdint.h>
#include <string.h>

/* The positions of each byte's two digits, and of the dashes. */
static const uint8_t at[ID_BYTES] = { 0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24,
	26, 28, 30, 32, 34 };
static const uint8_t dashes[] = { 8, 13, 18, 23 };

/* A digit's value plus 16, so that 0 means not a digit. */
static const uint8_t value[256] = {
	['0'] = 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
	['A'] = 26, 27, 28, 29, 30, 31,
	['a'] = 26, 27, 28, 29, 30, 31
};

/* The two digits of each byte. */
#define ROW(d)	d "0" d "1" d "2" d "3" d "4" d "5" d "6" d "7" d "8" d "9" \
		d "a" d "b" d "c" d "d" d "e" d "f"
static const char pairs[] = ROW("0") ROW("1") ROW("2") ROW("3") ROW("4")
    ROW("5") ROW("6") ROW("7") ROW("8") ROW("9") ROW("a") ROW("b") ROW("c")
    ROW("d") ROW("e") ROW("f");

bool
id_parse(const char *text, unsigned char bytes[ID_BYTES])
{
	unsigned high, low;
	size_t i;

	if (strnlen(text, ID_SIZE) != ID_SIZE - 1)
		return false;
	for (i = 0; i < sizeof(dashes); i++)
		if (text[dashes[i]] != '-')
			return false;
	for (i = 0; i < ID_BYTES; i++) {
		high = value[(unsigned char)text[at[i]]];
		low = value[(unsigned char)text[at[i] + 1]];
		if (high == 0 || low == 0)
			return false;
		bytes[i] = (unsigned char)((high & 15) << 4 | (low & 15));
	}
	return true;
}

void
id_format(const unsigned char bytes[ID_BYTES], char text[ID_SIZE])
{
	size_t i;

	for (i = 0; i < ID_BYTES; i++)
		memcpy(text + at[i], pairs + 2 * bytes[i], 2);
	for (i = 0; i < sizeof(dashes); i++)
		text[dashes[i]] = '-';
	text[ID_SIZE - 1] = '\0';
}
