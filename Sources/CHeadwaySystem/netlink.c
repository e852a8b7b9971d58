#define _GNU_SOURCE
#include "headway_netlink.h"

#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// The multicast group of the kernel's own events; udev sends to group 2.
enum { KERNEL_DEVICE_EVENTS = 1 };

// Opens a netlink socket that receives the given multicast groups.
static int open_group(int protocol, uint32_t groups) {
  int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, protocol);
  if (descriptor < 0) return -1;
  struct sockaddr_nl address;
  memset(&address, 0, sizeof(address));
  address.nl_family = AF_NETLINK;
  address.nl_groups = groups;
  if (bind(descriptor, (struct sockaddr *)&address, sizeof(address)) == 0) return descriptor;
  int error = errno;
  close(descriptor);
  errno = error;
  return -1;
}

int headway_netlink_routes(void) {
  return open_group(NETLINK_ROUTE, RTMGRP_LINK | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE);
}

int headway_netlink_devices(void) {
  return open_group(NETLINK_KOBJECT_UEVENT, KERNEL_DEVICE_EVENTS);
}

ssize_t headway_netlink_receive(
    int descriptor, void *bytes, size_t size, enum headway_netlink_message *kind) {
  struct sockaddr_nl sender;
  memset(&sender, 0, sizeof(sender));
  struct iovec room = {.iov_base = bytes, .iov_len = size};
  struct msghdr message = {
      .msg_name = &sender, .msg_namelen = sizeof(sender), .msg_iov = &room, .msg_iovlen = 1};
  ssize_t count = recvmsg(descriptor, &message, MSG_DONTWAIT);
  if (count < 0) return -1;
  // Port 0 is the kernel. Other processes can send to the socket too.
  int is_kernel = message.msg_namelen >= sizeof(sender) && sender.nl_pid == 0;
  *kind = !is_kernel                          ? HEADWAY_NETLINK_FOREIGN
          : (message.msg_flags & MSG_TRUNC) ? HEADWAY_NETLINK_CUT
                                              : HEADWAY_NETLINK_WHOLE;
  return count;
}
