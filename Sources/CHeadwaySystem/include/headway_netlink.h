#ifndef HEADWAY_NETLINK_H
#define HEADWAY_NETLINK_H

#include <stdint.h>
#include <sys/types.h>

// What the kernel tells whoever listens (netlink(7)). Glibc's Swift module has neither its address
// nor its numbers. Every function returns -1 with errno set on failure.

/// A non-blocking, close-on-exec socket that hears of routes and interfaces (rtnetlink(7)).
int headway_netlink_routes(void);

/// The same, of devices: the kernel's own events, not udev's.
int headway_netlink_devices(void);

enum headway_netlink_message {
  /// From the kernel, and whole.
  HEADWAY_NETLINK_WHOLE = 0,
  /// From the kernel, and longer than there was room for.
  HEADWAY_NETLINK_CUT = 1,
  /// From another process: to be passed over.
  HEADWAY_NETLINK_FOREIGN = 2,
};

/// The next message, doesn't block: how many bytes of it there are. EAGAIN when there is none, ENOBUFS
/// once when some were lost.
ssize_t headway_netlink_receive(
    int descriptor, void *_Nonnull bytes, size_t size, enum headway_netlink_message *_Nonnull kind);

#endif
