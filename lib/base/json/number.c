#include "base/json/number.h"

#include <inttypes.h>
#include <stdio.h>

#define READ_WHOLE	63	/* some versions of cJSON read only so much of a
				 * number */
#define MANY		INT64_C(100000000000000000)	/* 10^17 */
#define EXACT		INT64_C(1000000000000000)	/* 10^DBL_DIG */
#define TINY		(-300)	/* powers of ten below may come out as 0 */

/* digits * 10^scale, the last digit not 0; digits stop growing at MANY. */
struct decimal {
	int64_t	digits;
	int64_t	scale;
};

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static const char *
skip_digits(const char *p, const char *end)
{
	while (p < end && is_digit(*p))
		p++;
	return p;
}

size_t
json_number_length(const char *s, const char *end)
{
	const char *p = s + (s < end && *s == '-');
	const char *q = skip_digits(p, end);

	if (q == p || (*p == '0' && q - p > 1))
		return 0;
	if (q < end && *q == '.') {
		p = q + 1;
		if ((q = skip_digits(p, end)) == p)
			return 0;
	}
	if (q < end && (*q == 'e' || *q == 'E')) {
		p = q + 1;
		if (p < end && (*p == '+' || *p == '-'))
			p++;
		if ((q = skip_digits(p, end)) == p)
			return 0;
	}
	return (size_t)(q - s);
}

static int64_t
append(int64_t n, int digit)
{
	return n < MANY ? n * 10 + digit : n;
}

/* The exponent after the 'e'. */
static int64_t
exponent(const char *s, const char *end)
{
	const bool negative = *s == '-';
	int64_t n = 0;

	for (s += !is_digit(*s); s < end; s++)
		n = append(n, *s - '0');
	return negative ? -n : n;
}

static struct decimal
decimal(const char *s, const char *end)
{
	struct decimal d = { 0 };
	int64_t zeros = 0;
	bool fraction = false;

	for (; s < end && *s != 'e' && *s != 'E'; s++) {
		if (!is_digit(*s)) {
			fraction = *s == '.';
			continue;
		}
		d.scale -= fraction;
		if (*s == '0') {
			zeros++;
			continue;
		}
		for (; zeros > 0; zeros--)
			d.digits = append(d.digits, 0);
		d.digits = append(d.digits, *s - '0');
	}
	d.scale += zeros;
	if (s < end)
		d.scale += exponent(s + 1, end);
	return d;
}

bool
json_number_fix(const char *s, size_t n, char out[JSON_FIX_SIZE])
{
	const struct decimal d = decimal(s, s + n);
	int64_t value = d.digits, scale = d.scale;

	for (; value != 0 && value <= JSON_INT_MAX && scale > 0; scale--)
		value *= 10;
	if (value == 0 || (value <= JSON_INT_MAX && scale == 0)) {
		snprintf(out, JSON_FIX_SIZE, "%s%" PRId64,
		    *s == '-' ? "-" : "", value);
		return n > READ_WHOLE;
	}
	snprintf(out, JSON_FIX_SIZE, "1e999");
	return n > READ_WHOLE || d.digits >= EXACT || d.scale < TINY;
}
