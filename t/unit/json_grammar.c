#include <string.h>

#include "base/arena.h"
#include "base/base.h"
#include "base/json/read.h"
#include "t/unit/lib/unit.h"

#define T(s)		s, sizeof(s) - 1

/*
 * The cases are named after the categories of JSONTestSuite: y_ must be
 * accepted, n_ refused, i_ is left to the reader by RFC 8259.  A case that
 * stands in an array there stands in an object here.
 */
struct row {
	const char	*name;
	const char	*text;
	size_t		 len;
};

static bool
accepted(const char *text, size_t len, const char **why)
{
	struct cJSON *tree;

	*why = NULL;
	tree = json_read(arena, text, len, why);
	if (tree == NULL && (*why == NULL || strncmp(*why, "byte ", 5) != 0))
		fail_msg("refused without a reason");
	if (tree != NULL && *why != NULL)
		fail_msg("accepted with a reason: %s", *why);
	json_free(tree);
	return tree != NULL;
}

static void
check_rows(const struct row *row, size_t n, const char *before,
    const char *behind,
    bool wanted)
{
	const char *why, *text;
	struct buf b = { 0 };
	size_t i;

	for (i = 0; i < n; i++) {
		b.len = 0;
		buf_str(&b, before);
		buf_add(&b, row[i].text, row[i].len);
		buf_str(&b, behind);
		text = arena_dup(arena, b.data, b.len);
		if (accepted(text, b.len, &why) != wanted)
			fail_msg("%s: %s: %s", row[i].name, text,
			    why != NULL ? why : "accepted");
	}
	buf_free(&b);
}

/* Each as a member, as an element, and between white space. */
static void
judge_values(const struct row *row, size_t n, bool wanted)
{
	check_rows(row, n, "{\"k\":", "}", wanted);
	check_rows(row, n, "{\"k\":[", "]}", wanted);
	check_rows(row, n, "{\"k\":[0, ", "\n, 0]}", wanted);
}

static const struct row good_texts[] = {
	{ "y_object_empty", T("{}") },
	{ "y_object_basic", T("{\"asd\":\"sdf\"}") },
	{ "y_object", T("{\"asd\":\"sdf\", \"dfg\":\"fgh\"}") },
	{ "y_object_empty_key", T("{\"\":0}") },
	{ "y_object_extreme_numbers",
	    T("{ \"min\": -1.0e+28, \"max\": 1.0e+28 }") },
	{ "y_object_simple", T("{\"a\":[]}") },
	{ "y_object_string_unicode", T("{\"title\":\"\\u041f\\u043e\" }") },
	{ "y_object_with_newlines", T("{\n\"a\": \"b\"\n}") },
	{ "y_structure_whitespace", T(" \t\r\n{ \t\r\n} \t\r\n") },
	{ "y_structure_trailing_newline", T("{\"a\":1}\n") },
	{ "y_same name, another case", T("{\"a\":1,\"A\":2}") },
	{ "y_same name, another level",
	    T("{\"a\":{\"a\":{}},\"b\":{\"a\":1}}") },
	{ "y_same name, another form", T("{\"\xc3\xa9\":1,\"e\xcc\x81\":2}") },
	{ "y_a name that begins another", T("{\"ab\":1,\"a\":2,\"abc\":3}") },
};

static const struct row bad_texts[] = {
	{ "n_structure_no_data", T("") },
	{ "n_structure_single_space", T(" ") },
	{ "n_structure_open_object", T("{") },
	{ "n_structure_close_object", T("}") },
	{ "n_structure_object_followed_by_closing_object", T("{}}") },
	{ "n_structure_double_object", T("{}{}") },
	{ "n_object_trailing_comment", T("{\"a\":\"b\"}/**/") },
	{ "n_object_trailing_comment_slash_open", T("{\"a\":\"b\"}//") },
	{ "n_object_with_trailing_garbage", T("{\"a\":true} \"x\"") },
	{ "n_structure_trailing_#", T("{\"a\":\"b\"}#{}") },
	{ "n_structure_NUL behind", T("{}\0") },
	{ "n_structure_NUL in it", T("{\0}") },
	{ "n_structure_whitespace_formfeed", T("{\f}") },
	{ "n_structure_vertical tab", T("\v{}") },
	{ "n_structure_U+2060_word_joined", T("{\xe2\x81\xa0}") },
	{ "n_structure_U+00A0", T("{}\xc2\xa0") },
	{ "n_structure_U+2028", T("{}\xe2\x80\xa8") },
	{ "n_structure_U+0085", T("\xc2\x85{}") },
	{ "n_structure_UTF8_BOM_no_data", T("\xef\xbb\xbf") },
	{ "n_structure_incomplete_UTF8_BOM", T("\xef\xbb{}") },
	{ "n_structure_BOM behind", T("{}\xef\xbb\xbf") },
	{ "n_structure_angle_bracket", T("<{}>") },
	{ "n_structure_open_object_comma", T("{,") },
	{ "n_structure_open_object_open_array", T("{[") },
	{ "n_structure_open_object_open_string", T("{\"a") },
	{ "n_structure_open_object_string_with_apostrophes", T("{'a'") },
	{ "n_structure_unclosed_object", T("{\"asd\":\"asd\"") },
	{ "n_structure_object_with_comment", T("{\"a\":/*x*/\"b\"}") },
	{ "n_object_bad_value", T("{\"x\":truth}") },
	{ "n_object_bracket_key", T("{[: \"x\"}\n") },
	{ "n_object_comma_instead_of_colon", T("{\"x\", null}") },
	{ "n_object_double_colon", T("{\"x\"::\"b\"}") },
	{ "n_object_emoji", T("{\xf0\x9f\x87\xa8}") },
	{ "n_object_garbage_at_end", T("{\"a\":\"a\" 123}") },
	{ "n_object_key_with_single_quotes", T("{key: 'value'}") },
	{ "n_object_missing_colon", T("{\"a\" b}") },
	{ "n_object_missing_key", T("{:\"b\"}") },
	{ "n_object_missing_semicolon", T("{\"a\" \"b\"}") },
	{ "n_object_missing_value", T("{\"a\":") },
	{ "n_object_missing_value, closed", T("{\"a\":}") },
	{ "n_object_no-colon", T("{\"a\"}") },
	{ "n_object_non_string_key", T("{1:1}") },
	{ "n_object_null_key", T("{null:1}") },
	{ "n_object_several_trailing_commas", T("{\"id\":0,,,,,}") },
	{ "n_object_single_quote", T("{'a':0}") },
	{ "n_object_trailing_comma", T("{\"id\":0,}") },
	{ "n_object_leading_comma", T("{,\"id\":0}") },
	{ "n_object_two_commas_in_a_row", T("{\"a\":\"b\",,\"c\":\"d\"}") },
	{ "n_object_unquoted_key", T("{a: \"b\"}") },
	{ "n_object_unterminated-value", T("{\"a\":\"a") },
	{ "n_object_bracket closes", T("{\"a\":0]") },
	{ "i_structure_UTF-8_BOM_empty_object", T("\xef\xbb\xbf{}") },
	{ "i_string_UTF-16LE_with_BOM", T("\xff\xfe{\0}\0") },
	{ "i_string_utf16BE_no_BOM", T("\0{\0}") },
	{ "i_string_utf16LE_no_BOM", T("{\0}\0") },
	{ "i_object_key_lone_2nd_surrogate", T("{\"\\uDFAA\":0}") },
	/* What RFC 8259 allows and this door does not. */
	{ "y_object_duplicated_key", T("{\"a\":\"b\",\"a\":\"c\"}") },
	{ "y_object_duplicated_key_and_value", T("{\"a\":1,\"a\":1}") },
	{ "y_object_duplicated empty", T("{\"\":1,\"\":1}") },
	{ "y_object_duplicated by escape", T("{\"a\":1,\"\\u0061\":1}") },
	{ "y_object_duplicated by escapes", T("{\"\\n\":1,\"\\u000A\":1}") },
	{ "y_object_duplicated solidus", T("{\"\\/\":1,\"/\":1}") },
	{ "y_object_duplicated by surrogates",
	    T("{\"\xf0\x9f\x98\x80\":1,\"\\ud83D\\uDe00\":1}") },
	{ "y_object_duplicated with U+00E9",
	    T("{\"\\u00e9\":1,\"\xc3\xa9\":1}") },
	{ "y_object_duplicated, far",
	    T("{\"a\":{\"a\":1},\"b\":[{}],\"a\":1}") },
	{ "y_object_duplicated, inside",
	    T("{\"k\":[{\"a\":1},{\"b\":1,\"b\":1}]}") },
	{ "y_object_escaped_null_in_key", T("{\"foo\\u0000bar\": 42}") },
	{ "y_structure_lonely_int", T("42") },
	{ "y_structure_lonely_negative_real", T("-0.1") },
	{ "y_structure_lonely_string", T("\"asd\"") },
	{ "y_structure_lonely_null", T("null") },
	{ "y_structure_lonely_true", T("true") },
	{ "y_array_empty", T("[]") },
	{ "y_array of objects", T("[{}]") },
};

static const struct row good_values[] = {
	{ "y_array_empty", T("[]") },
	{ "y_array_arraysWithSpaces", T("[[]   ]") },
	{ "y_array_heterogeneous", T("[null, 1, \"1\", {}]") },
	{ "y_array_with_trailing_space", T("[2] ") },
	{ "y_structure_true_in_array", T("true") },
	{ "y_array_false", T("false") },
	{ "y_array_null", T("null") },
	{ "y_number", T("123e65") },
	{ "y_number_0e+1", T("0e+1") },
	{ "y_number_0e1", T("0e1") },
	{ "y_number_0e01", T("0e01") },
	{ "y_number_double_close_to_zero", T("-0.00000000000000000000000001") },
	{ "y_number_int_with_exp", T("20e1") },
	{ "y_number_minus_zero", T("-0") },
	{ "y_number_negative_int", T("-123") },
	{ "y_number_real_capital_e", T("1E22") },
	{ "y_number_real_capital_e_neg_exp", T("1E-2") },
	{ "y_number_real_capital_e_pos_exp", T("1E+2") },
	{ "y_number_real_fraction_exponent", T("123.456e78") },
	{ "y_number_simple_real", T("123.456789") },
	{ "y_string_accepted_surrogate_pair", T("\"\\uD801\\udc37\"") },
	{ "y_string_accepted_surrogate_pairs",
	    T("\"\\ud83d\\ude39\\ud83d\\udc8d\"") },
	{ "y_string_allowed_escapes", T("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"") },
	{ "y_string_backslash_and_u_escaped_zero", T("\"\\\\u0000\"") },
	{ "y_string_backslash_doublequotes", T("\"\\\"\"") },
	{ "y_string_comments", T("\"a/*b*/c/*d//e\"") },
	{ "y_string_empty", T("\"\"") },
	{ "y_string_escaped_control_character", T("\"\\u0012\"") },
	{ "y_string_escaped_noncharacter", T("\"\\uFFFF\"") },
	{ "y_string_last_surrogates", T("\"\\uDBFF\\uDFFE\"") },
	{ "y_string_first pair", T("\"\\uD800\\uDC00\"") },
	{ "y_string_around surrogates", T("\"\\uD7FF\\uE000\"") },
	{ "y_string_nbsp_uescaped", T("\"new\\u00A0line\"") },
	{ "y_string_nonCharacterInUTF-8_U+10FFFF", T("\"\xf4\x8f\xbf\xbf\"") },
	{ "y_string_nonCharacterInUTF-8_U+FFFF", T("\"\xef\xbf\xbf\"") },
	{ "y_string_a BOM inside", T("\"\xef\xbb\xbf\"") },
	{ "y_string_u+2028_line_sep", T("\"\xe2\x80\xa8\"") },
	{ "y_string_unescaped_char_delete", T("\"\x7f\"") },
	{ "y_string_utf8", T("\"\xe2\x82\xac\xf0\x9d\x84\x9e\"") },
	{ "y_string_with_del_character", T("\"a\x7f" "a\"") },
	{ "i_number_double_huge_neg_exp", T("123.456e-789") },
	{ "i_number_huge_exp",
	    T("0.4e0066999999999999999999999999999999999999999999999999999") },
	{ "i_number_neg_int_huge_exp", T("-1e+9999") },
	{ "i_number_pos_double_huge_exp", T("1.5e+9999") },
	{ "i_number_real_underflow", T("123e-10000000") },
	{ "i_number_too_big_neg_int", T("-123123123123123123123123123123") },
	{ "i_number_longer than cJSON reads",
	    T("9999999999999999999999999999999999999999999999999999999999"
	    "9999999999999999999999") },
	{ "i_number_long fraction",
	    T("1.0000000000000000000000000000000000000000000000000000000000"
	    "0000000000000000000000") },
};

static const struct row bad_values[] = {
	{ "n_array_1_true_without_comma", T("[1 true]") },
	{ "n_array_colon_instead_of_comma", T("[\"\": 1]") },
	{ "n_array_comma_and_number", T("[,1]") },
	{ "n_array_double_comma", T("[1,,2]") },
	{ "n_array_extra_comma", T("[\"\",]") },
	{ "n_array_just_comma", T("[,]") },
	{ "n_array_just_minus", T("[-]") },
	{ "n_array_star_inside", T("[*]") },
	{ "n_array_brace closes", T("[1}") },
	{ "n_incomplete_false", T("fals") },
	{ "n_incomplete_null", T("nul") },
	{ "n_incomplete_true", T("tru") },
	{ "n_structure_capitalized_True", T("True") },
	{ "n_structure_uescaped_LF_before_string", T("\\u000A\"\"") },
	{ "n_number_++", T("++1234") },
	{ "n_number_+1", T("+1") },
	{ "n_number_-01", T("-01") },
	{ "n_number_-1.0.", T("-1.0.") },
	{ "n_number_-2.", T("-2.") },
	{ "n_number_-NaN", T("-NaN") },
	{ "n_number_.-1", T(".-1") },
	{ "n_number_.2e-3", T(".2e-3") },
	{ "n_number_0.1.2", T("0.1.2") },
	{ "n_number_0.3e+", T("0.3e+") },
	{ "n_number_0.3e", T("0.3e") },
	{ "n_number_0.e1", T("0.e1") },
	{ "n_number_0_capital_E+", T("0E+") },
	{ "n_number_1_000", T("1 000.0") },
	{ "n_number_1eE2", T("1eE2") },
	{ "n_number_2.e+3", T("2.e+3") },
	{ "n_number_9.e+", T("9.e+") },
	{ "n_number_Inf", T("Inf") },
	{ "n_number_NaN", T("NaN") },
	{ "n_number_U+FF11_fullwidth_digit_one", T("\xef\xbc\x91") },
	{ "n_number_expression", T("1+2") },
	{ "n_number_hex_1_digit", T("0x1") },
	{ "n_number_infinity", T("Infinity") },
	{ "n_number_invalid+-", T("0e+-1") },
	{ "n_number_minus_sign_with_trailing_garbage", T("-foo") },
	{ "n_number_minus_space_1", T("- 1") },
	{ "n_number_neg_int_starting_with_zero", T("-012") },
	{ "n_number_neg_real_without_int_part", T("-.123") },
	{ "n_number_with_alpha", T("1.2a-3") },
	{ "n_number_with_leading_zero", T("012") },
	{ "n_number_00", T("00") },
	{ "n_number_minus", T("-") },
	{ "n_string_1_surrogate_then_escape", T("\"\\uD800\\\"") },
	{ "n_string_1_surrogate_then_escape_u", T("\"\\uD800\\u\"") },
	{ "n_string_1_surrogate_then_escape_u1", T("\"\\uD800\\u1\"") },
	{ "n_string_1_surrogate_then_escape_u1x", T("\"\\uD800\\u1x\"") },
	{ "n_string_accentuated_char_no_quotes", T("\xc3\xa9") },
	{ "n_string_backslash_00", T("\"\\\0\"") },
	{ "n_string_raw NUL", T("\"a\0b\"") },
	{ "n_string_escape_x", T("\"\\x00\"") },
	{ "n_string_escaped_backslash_bad", T("\"\\\\\\\"") },
	{ "n_string_escaped_ctrl_char_tab", T("\"\\\t\"") },
	{ "n_string_escaped_emoji", T("\"\\\xf0\x9f\x8c\x80\"") },
	{ "n_string_incomplete_escape", T("\"\\\"") },
	{ "n_string_incomplete_escaped_character", T("\"\\u00A\"") },
	{ "n_string_incomplete_surrogate", T("\"\\uD834\\uDd\"") },
	{ "n_string_invalid-utf-8-in-escape", T("\"\\u\xe5\"") },
	{ "n_string_invalid_backslash_esc", T("\"\\a\"") },
	{ "n_string_invalid_unicode_escape", T("\"\\uqqqq\"") },
	{ "n_string_hex with a sign", T("\"\\u+041\"") },
	{ "n_string_hex with a space", T("\"\\u 041\"") },
	{ "n_string_capital U", T("\"\\U0041\"") },
	{ "n_string_leading_uescaped_thinspace", T("\\u0020\"asd\"") },
	{ "n_string_no_quotes_with_bad_escape", T("\\n") },
	{ "n_string_single_quote", T("'single quote'") },
	{ "n_string_start_escape_unclosed", T("\"\\") },
	{ "n_string_unescaped_ctrl_char", T("\"a\x1f" "a\"") },
	{ "n_string_unescaped_newline", T("\"new\nline\"") },
	{ "n_string_unescaped_tab", T("\"\t\"") },
	{ "n_string_with_trailing_garbage", T("\"\"x") },
	{ "i_string_1st_surrogate_but_2nd_missing", T("\"\\uDADA\"") },
	{ "i_string_1st_valid_surrogate_2nd_invalid", T("\"\\uD888\\u1234\"") },
	{ "i_string_incomplete_surrogate_and_escape_valid",
	    T("\"\\uD800\\n\"") },
	{ "i_string_incomplete_surrogate_pair", T("\"\\uDd1ea\"") },
	{ "i_string_incomplete_surrogates_escape_valid",
	    T("\"\\uD800\\uD800\\n\"") },
	{ "i_string_first, then first and second",
	    T("\"\\uD800\\uD800\\uDC00\"") },
	{ "i_string_two second surrogates", T("\"\\uDC00\\uDC00\"") },
	{ "i_string_first surrogate and U+E000", T("\"\\uD800\\uE000\"") },
	{ "i_string_first surrogate and U+DBFF", T("\"\\uD800\\uDBFF\"") },
	{ "i_string_invalid_surrogate", T("\"\\ud800abc\"") },
	{ "i_string_inverted_surrogates_U+1D11E", T("\"\\uDd1e\\uD834\"") },
	{ "i_string_lone_second_surrogate", T("\"\\uDFAA\"") },
	{ "i_string_invalid_utf-8", T("\"\xff\"") },
	{ "i_string_iso_latin_1", T("\"\xe9\"") },
	{ "i_string_lone_utf8_continuation_byte", T("\"\x81\"") },
	{ "i_string_not_in_unicode_range", T("\"\xf4\xbf\xbf\xbf\"") },
	{ "i_string_just beyond U+10FFFF", T("\"\xf4\x90\x80\x80\"") },
	{ "i_string_overlong_sequence_2_bytes", T("\"\xc0\xaf\"") },
	{ "i_string_overlong 3 bytes", T("\"\xe0\x9f\xbf\"") },
	{ "i_string_overlong 4 bytes", T("\"\xf0\x8f\xbf\xbf\"") },
	{ "i_string_overlong_sequence_6_bytes",
	    T("\"\xfc\x83\xbf\xbf\xbf\xbf\"") },
	{ "i_string_truncated-utf-8", T("\"\xe0\xff\"") },
	{ "i_string_UTF-8 surrogate U+D800", T("\"\xed\xa0\x80\"") },
	{ "i_string_CESU-8 pair", T("\"\xed\xa0\xbd\xed\xb8\x80\"") },
	/* What RFC 8259 allows and this door does not. */
	{ "y_string_null_escape", T("\"\\u0000\"") },
	{ "y_string_null_escape inside", T("\"a\\u0000b\"") },
};

static void
the_grammar_and_nothing_else_is_accepted(void **state)
{
	(void)state;
	check_rows(good_texts, COUNT(good_texts), "", "", true);
	judge_values(good_values, COUNT(good_values), true);
}

static void
everything_else_is_refused(void **state)
{
	(void)state;
	check_rows(bad_texts, COUNT(bad_texts), "", "", false);
	judge_values(bad_values, COUNT(bad_values), false);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_grammar_and_nothing_else_is_accepted),
		cmocka_unit_test(everything_else_is_refused),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
