#define _GNU_SOURCE
#include "headway_socket.h"

#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/tcp.h>
#include <linux/unix_diag.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

_Static_assert(sizeof(struct headway_credentials) == sizeof(struct ucred), "layout of ucred");
const int headway_peer_credentials_option = SO_PEERCRED;

// Fills in an address; ENAMETOOLONG for a path that doesn't fit.
static int make_address(const char *path, struct sockaddr_un *address) {
  size_t length = strlen(path);
  if (length >= sizeof(address->sun_path)) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memset(address, 0, sizeof(*address));
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path, path, length + 1);
  return 0;
}

static int make_socket(void) {
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

// Closes a descriptor after a failure and returns -1, with the failure's errno.
static int close_failed(int descriptor) {
  int error = errno;
  close(descriptor);
  errno = error;
  return -1;
}

int headway_socket_connect(const char *path) {
  struct sockaddr_un address;
  if (make_address(path, &address) != 0) return -1;
  int descriptor = make_socket();
  if (descriptor < 0) return -1;
  if (connect(descriptor, (struct sockaddr *)&address, sizeof(address)) != 0) {
    return close_failed(descriptor);
  }
  return descriptor;
}

int headway_socket_listen(const char *path, int backlog) {
  struct sockaddr_un address;
  if (make_address(path, &address) != 0) return -1;
  int descriptor = make_socket();
  if (descriptor < 0) return -1;
  // The socket gets mode 0600 from its creation on; a chmod(2) afterwards would leave a gap.
  mode_t umask_before = umask(0177);
  int bound = bind(descriptor, (struct sockaddr *)&address, sizeof(address));
  umask(umask_before);
  if (bound != 0 || listen(descriptor, backlog) != 0) return close_failed(descriptor);
  return descriptor;
}

int headway_socket_receive_at(const char *path) {
  struct sockaddr_un address;
  if (make_address(path, &address) != 0) return -1;
  int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -1;
  mode_t umask_before = umask(0177);
  int bound = bind(descriptor, (struct sockaddr *)&address, sizeof(address));
  umask(umask_before);
  return bound == 0 ? descriptor : close_failed(descriptor);
}

// Reads an integer option of a socket.
static int option(int descriptor, int name, int *value) {
  socklen_t size = sizeof(*value);
  return getsockopt(descriptor, SOL_SOCKET, name, value, &size);
}

int headway_socket_describe(int descriptor, struct headway_socket_description *description) {
  memset(description, 0, sizeof(*description));
  if (option(descriptor, SO_DOMAIN, &description->family) != 0) return -1;
  if (option(descriptor, SO_TYPE, &description->type) != 0) return -1;
  if (option(descriptor, SO_ACCEPTCONN, &description->is_listening) != 0) return -1;
  if (description->family != AF_UNIX) return 0;
  struct sockaddr_un address;
  memset(&address, 0, sizeof(address));
  socklen_t size = sizeof(address);
  if (getsockname(descriptor, (struct sockaddr *)&address, &size) != 0) return -1;
  // The path may fill the address without a terminating null; the description has room for one more
  // byte.
  memcpy(description->path, address.sun_path, sizeof(address.sun_path));
  return 0;
}

int headway_socket_notify(const char *path, const void *bytes, size_t count) {
  struct sockaddr_un address;
  if (make_address(path, &address) != 0) return -1;
  // An abstract name isn't null-terminated: its length is that of the address (unix(7)).
  socklen_t size = offsetof(struct sockaddr_un, sun_path) + strlen(path);
  if (path[0] == '@') address.sun_path[0] = 0;
  int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -1;
  int flags = MSG_NOSIGNAL | MSG_DONTWAIT;
  ssize_t sent = sendto(descriptor, bytes, count, flags, (struct sockaddr *)&address, size);
  if (sent < 0) return close_failed(descriptor);
  close(descriptor);
  return 0;
}

int headway_socket_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int headway_socket_peer(int descriptor, pid_t *pid, uid_t *uid) {
  struct ucred credentials;
  socklen_t size = sizeof(credentials);
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return -1;
  *pid = credentials.pid;
  *uid = credentials.uid;
  return 0;
}

ssize_t headway_socket_send(int descriptor, const void *bytes, size_t count) {
  return send(descriptor, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
}

ssize_t headway_socket_receive(int descriptor, void *bytes, size_t count) {
  return recv(descriptor, bytes, count, MSG_DONTWAIT);
}

// Opens a line to sock_diag(7). A reply that doesn't come must not hang the caller.
static int open_diagnosis(void) {
  int line = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  if (line < 0) return -1;
  struct timeval patience = {.tv_sec = 1};
  setsockopt(line, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  return line;
}

long long headway_unix_peer(unsigned int inode) {
  int line = open_diagnosis();
  if (line < 0) return -errno;
  struct {
    struct nlmsghdr header;
    struct unix_diag_req body;
  } request = {
      .header = {.nlmsg_len = sizeof request, .nlmsg_type = SOCK_DIAG_BY_FAMILY,
                 .nlmsg_flags = NLM_F_REQUEST},
      .body = {.sdiag_family = AF_UNIX, .udiag_states = ~0u, .udiag_ino = inode,
               .udiag_show = UDIAG_SHOW_PEER, .udiag_cookie = {~0u, ~0u}},
  };
  _Alignas(struct nlmsghdr) char answer[4096];
  ssize_t length = send(line, &request, sizeof request, 0) < 0
                       ? -1 : recv(line, answer, sizeof answer, 0);
  int error = errno;
  close(line);
  if (length < 0) return -error;
  const struct nlmsghdr *header = (const struct nlmsghdr *)answer;
  if (!NLMSG_OK(header, (size_t)length)) return -EPROTO;
  if (header->nlmsg_type == NLMSG_ERROR) {
    if (header->nlmsg_len < NLMSG_LENGTH(sizeof(struct nlmsgerr))) return -EPROTO;
    int refusal = ((const struct nlmsgerr *)NLMSG_DATA(header))->error;
    return refusal == -ENOENT ? 0 : refusal < 0 ? refusal : -EPROTO;
  }
  if (header->nlmsg_type != SOCK_DIAG_BY_FAMILY
      || header->nlmsg_len < NLMSG_LENGTH(sizeof(struct unix_diag_msg)))
    return -EPROTO;
  const struct unix_diag_msg *found = NLMSG_DATA(header);
  const struct rtattr *attribute = (const struct rtattr *)(found + 1);
  int left = (int)(header->nlmsg_len - NLMSG_LENGTH(sizeof *found));
  for (; RTA_OK(attribute, left); attribute = RTA_NEXT(attribute, left))
    if (attribute->rta_type == UNIX_DIAG_PEER && RTA_PAYLOAD(attribute) >= sizeof(unsigned int)) {
      unsigned int peer;
      memcpy(&peer, RTA_DATA(attribute), sizeof peer);
      return peer;
    }
  return 0;
}

// Adds the bytes of a socket of the answer to those of its inode, if that is one of the sorted inodes.
static void note_traffic(const struct nlmsghdr *header, const unsigned int *inodes, size_t count,
                         unsigned long long *bytes) {
  if (header->nlmsg_type != SOCK_DIAG_BY_FAMILY
      || header->nlmsg_len < NLMSG_LENGTH(sizeof(struct inet_diag_msg)))
    return;
  const struct inet_diag_msg *found = NLMSG_DATA(header);
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (inodes[middle] < found->idiag_inode) low = middle + 1;
    else high = middle;
  }
  if (low == count || inodes[low] != found->idiag_inode) return;
  const struct rtattr *attribute = (const struct rtattr *)(found + 1);
  int left = (int)(header->nlmsg_len - NLMSG_LENGTH(sizeof *found));
  for (; RTA_OK(attribute, left); attribute = RTA_NEXT(attribute, left)) {
    if (attribute->rta_type != INET_DIAG_INFO) continue;
    struct tcp_info info;
    memset(&info, 0, sizeof info);
    size_t size = RTA_PAYLOAD(attribute);
    memcpy(&info, RTA_DATA(attribute), size < sizeof info ? size : sizeof info);
    bytes[low] = info.tcpi_bytes_received + info.tcpi_bytes_acked;
  }
}

// Asks for all TCP sockets of a family, and notes those of the inodes. Returns 0 or a negative errno.
static int ask_traffic(int line, unsigned char family, const unsigned int *inodes, size_t count,
                       unsigned long long *bytes, size_t *allowance) {
  struct {
    struct nlmsghdr header;
    struct inet_diag_req_v2 body;
  } request = {
      .header = {.nlmsg_len = sizeof request, .nlmsg_type = SOCK_DIAG_BY_FAMILY,
                 .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP, .nlmsg_seq = family},
      // All states but LISTEN (10), which carries nothing.
      .body = {.sdiag_family = family, .sdiag_protocol = IPPROTO_TCP,
               .idiag_ext = 1 << (INET_DIAG_INFO - 1), .idiag_states = ~0u & ~(1u << 10)},
  };
  if (send(line, &request, sizeof request, 0) < 0) return -errno;
  _Alignas(struct nlmsghdr) static _Thread_local char answer[1 << 15];
  for (;;) {
    ssize_t length = recv(line, answer, sizeof answer, 0);
    if (length <= 0) return length < 0 ? -errno : -EPROTO;
    size_t left = (size_t)length;
    for (const struct nlmsghdr *header = (const struct nlmsghdr *)answer; NLMSG_OK(header, left);
         header = NLMSG_NEXT(header, left)) {
      if (header->nlmsg_seq != family) continue;
      if (header->nlmsg_type == NLMSG_DONE) return 0;
      if (header->nlmsg_type == NLMSG_ERROR) {
        if (header->nlmsg_len < NLMSG_LENGTH(sizeof(struct nlmsgerr))) return -EPROTO;
        int refusal = ((const struct nlmsgerr *)NLMSG_DATA(header))->error;
        return refusal < 0 ? refusal : -EPROTO;
      }
      if (*allowance == 0) return -E2BIG;
      *allowance -= 1;
      note_traffic(header, inodes, count, bytes);
    }
  }
}

int headway_tcp_traffic(const unsigned int *inodes, size_t count, unsigned long long *bytes,
                        size_t limit) {
  memset(bytes, 0, count * sizeof *bytes);
  int line = open_diagnosis();
  if (line < 0) return -errno;
  size_t allowance = limit;
  int result = ask_traffic(line, AF_INET, inodes, count, bytes, &allowance);
  if (result == 0) result = ask_traffic(line, AF_INET6, inodes, count, bytes, &allowance);
  close(line);
  return result;
}
