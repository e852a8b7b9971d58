#ifndef HEADWAY_SOCKET_H
#define HEADWAY_SOCKET_H

#include <stddef.h>
#include <sys/types.h>

// Unix stream sockets (unix(7)). Swift can't build a sockaddr_un safely, and Glibc's module lacks
// SOCK_CLOEXEC's type, MSG_NOSIGNAL and struct ucred. Every function returns -1 with errno set on
// failure.

/// A connected, non-blocking, close-on-exec socket. ENAMETOOLONG over 107 bytes; EAGAIN when the
/// listener's backlog is full.
int headway_socket_connect(const char *_Nonnull path);

/// A listening, non-blocking, close-on-exec socket at `path`, mode 0600. The process-wide umask is
/// tightened around bind(2): call it before other threads create files.
int headway_socket_listen(const char *_Nonnull path, int backlog);

/// A datagram socket at `path`, which must not be there yet; else like headway_socket_listen.
int headway_socket_receive_at(const char *_Nonnull path);

/// accept4(2): non-blocking, close-on-exec.
int headway_socket_accept(int listener);

/// The process at the other end, as the kernel saw it at connect(2) or listen(2).
int headway_socket_peer(int descriptor, pid_t *_Nonnull pid, uid_t *_Nonnull uid);

/// What a descriptor that somebody else opened is.
struct headway_socket_description {
  int family;
  int type;
  int is_listening;
  char path[109];
};

/// getsockopt(2) and getsockname(2): the path is empty for sockets that have none in the file system.
/// ENOTSOCK for what is no socket.
int headway_socket_describe(int descriptor, struct headway_socket_description *_Nonnull description);

/// One datagram to the socket at `path`, where `@` stands for the abstract namespace's leading null
/// (sd_notify(3)). Doesn't block.
int headway_socket_notify(const char *_Nonnull path, const void *_Nonnull bytes, size_t count);

/// struct ucred, which Glibc's module lacks, with the number of its socket option: for channels
/// that don't show their descriptor.
struct headway_credentials {
  pid_t pid;
  uid_t user;
  gid_t group;
};
extern const int headway_peer_credentials_option;

/// send(2) that neither blocks nor raises SIGPIPE.
ssize_t headway_socket_send(int descriptor, const void *_Nonnull bytes, size_t count);

/// recv(2) that doesn't block.
ssize_t headway_socket_receive(int descriptor, void *_Nonnull bytes, size_t count);

#endif
