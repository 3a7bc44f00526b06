/*
 * A name for a device in the list of sessions, from its User-Agent.
 */
#ifndef WEB_DEVICE_NAME_H
#define WEB_DEVICE_NAME_H

struct arena;

/* As "Firefox, Linux": as the web app names it.  agent may be NULL. */
const char	*device_name(struct arena *, const char *agent);

#endif
