#define _GNU_SOURCE
#include "headway_socket.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

_Static_assert(sizeof(struct headway_credentials) == sizeof(struct ucred), "layout of ucred");
const int headway_peer_credentials_option = SO_PEERCRED;

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
