/*
 * Notifies systemd: that the service has started, and again and again that
 * it still answers (sd_notify(3), WatchdogSec=).  Outside systemd nothing is
 * sent.
 */
#ifndef BIN_SERVE_NOTIFY_H
#define BIN_SERVE_NOTIFY_H

#include <stdbool.h>

/* Sends a state such as "READY=1" to $NOTIFY_SOCKET, if there is one. */
void	 notify(const char *state);
/* If a watchdog is wanted, starts a process that sends "WATCHDOG=1" as long as
 * the service there is healthy; false with errno. */
bool	 notify_watchdog(const char *host, const char *port, bool tls);

#endif
