/*
 * The texts of mails in the languages beside English, which message.c has.
 * They are in lib/mail/words, as data; lib/mail/compile makes the table.
 */
#ifndef MAIL_WORDS_H
#define MAIL_WORDS_H

struct mail_words {
	const char	*kind;		/* mail_kind_name(); NULL: the last */
	const char	*subject;
	const char	*before;
	const char	*what;		/* NULL: no code */
	const char	*when;
	const char	*after;
};

struct mail_language {
	const char	*name;		/* its code of two letters (ISO 639) */
	const char	*at;		/* before the address of the server */
	const char	*by_page;	/* how the code is used, with the page */
	const char	*by_code;	/* and without */
	const struct mail_words	*words;
};

/* NULL if there are no texts in it; of the name NULL, too. */
const struct mail_language *mail_language(const char *name);
/* NULL if the language does not have the kind. */
const struct mail_words	*mail_words(const struct mail_language *,
			    const char *kind);

#endif
