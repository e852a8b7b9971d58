#ifndef HEADWAY_NETLINK_H
#define HEADWAY_NETLINK_H

#include <stdint.h>
#include <sys/types.h>

// Messages of the kernel about changes of the machine (netlink(7)). Glibc's Swift module has
// neither the address type nor the constants. Every function returns -1 with errno set on failure.

/// Opens a non-blocking, close-on-exec socket that receives changes of routes and interfaces
/// (rtnetlink(7)).
int headway_netlink_routes(void);

/// Opens a non-blocking, close-on-exec socket that receives the kernel's device events, without
/// those of udev.
int headway_netlink_devices(void);

/// The sender and completeness of a message.
enum headway_netlink_message {
  /// A complete message from the kernel.
  HEADWAY_NETLINK_WHOLE = 0,
  /// A message from the kernel that was longer than the buffer.
  HEADWAY_NETLINK_CUT = 1,
  /// A message from another process, which the caller must ignore.
  HEADWAY_NETLINK_FOREIGN = 2,
};

/// Reads the next message without blocking, and returns its number of bytes. The errno is EAGAIN if
/// there is none, and once ENOBUFS if messages were lost.
ssize_t headway_netlink_receive(
    int descriptor, void *_Nonnull bytes, size_t size, enum headway_netlink_message *_Nonnull kind);

#endif
