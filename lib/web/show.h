/*
 * Writes records as the interface's JSON objects.
 */
#ifndef WEB_SHOW_H
#define WEB_SHOW_H

struct attachment;
struct ctx;
struct group;
struct jw;
struct list;
struct member;
struct my_day;
struct client_setting;
struct step;
struct tag;
struct tag_set;
struct task;
struct user;

/* `kind` becomes the first member "kind", for the feed; NULL: none. */
void	 show_list(struct jw *, const struct list *, const char *kind);
void	 show_group(struct jw *, const struct group *, const char *kind);
/* assignedToMe depends on the context's user. */
void	 show_task(struct jw *, const struct ctx *, const struct task *,
	    const char *kind);
void	 show_step(struct jw *, const struct step *, const char *kind);
void	 show_tag(struct jw *, const struct tag *, const char *kind);
void	 show_tag_set(struct jw *, const struct tag_set *, const char *kind);
void	 show_attachment(struct jw *, const struct attachment *,
	    const char *kind);
void	 show_my_day(struct jw *, const struct my_day *, const char *kind);
/* In the feed also with the list and updatedAt. */
void	 show_member(struct jw *, const struct member *, const char *kind);
void	 show_setting(struct jw *, const struct client_setting *, const char *kind);
void	 show_user(struct jw *, const struct user *);
/* The user with their notification preferences, for the feed. */
void	 show_me(struct jw *, const struct user *, const char *kind);

#endif
