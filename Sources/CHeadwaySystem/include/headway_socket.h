#ifndef HEADWAY_SOCKET_H
#define HEADWAY_SOCKET_H

#include <stddef.h>
#include <sys/types.h>

// Unix stream sockets (unix(7)). Swift can't build a sockaddr_un safely, and Glibc's module lacks
// SOCK_CLOEXEC's type, MSG_NOSIGNAL and struct ucred. Every function returns -1 with errno set on
// failure.

/// Returns a connected, non-blocking, close-on-exec socket. The errno is ENAMETOOLONG for a path
/// over 107 bytes, and EAGAIN if the listener's backlog is full.
int headway_socket_connect(const char *_Nonnull path);

/// Returns a listening, non-blocking, close-on-exec socket at `path`, with mode 0600. The umask of
/// the whole process is changed around bind(2): call it before other threads create files.
int headway_socket_listen(const char *_Nonnull path, int backlog);

/// Returns a non-blocking, close-on-exec datagram socket at `path`, with mode 0600. The path must
/// not exist. The umask is changed as by headway_socket_listen.
int headway_socket_receive_at(const char *_Nonnull path);

/// Accepts a connection, non-blocking and close-on-exec (accept4(2)).
int headway_socket_accept(int listener);

/// Reads the process at the other end, as the kernel saw it at connect(2) or listen(2)
/// (SO_PEERCRED).
int headway_socket_peer(int descriptor, pid_t *_Nonnull pid, uid_t *_Nonnull uid);

/// The properties of a socket that another process has opened.
struct headway_socket_description {
  /// The address family, such as AF_UNIX.
  int family;
  /// The type, such as SOCK_STREAM.
  int type;
  /// Whether listen(2) was called.
  int is_listening;
  /// The path of a Unix socket, with a terminating null byte.
  char path[109];
};

/// Reads a socket's properties (getsockopt(2), getsockname(2)). The path is empty if the socket has
/// none in the file system. The errno is ENOTSOCK if it isn't a socket.
int headway_socket_describe(int descriptor, struct headway_socket_description *_Nonnull description);

/// Sends one datagram to the socket at `path`, without blocking. A leading `@` stands for the null
/// byte of the abstract namespace (sd_notify(3)).
int headway_socket_notify(const char *_Nonnull path, const void *_Nonnull bytes, size_t count);

/// struct ucred, which Glibc's module lacks. Code that has no access to a socket's descriptor reads
/// it by headway_peer_credentials_option.
struct headway_credentials {
  pid_t pid;
  uid_t user;
  gid_t group;
};
/// The socket option SO_PEERCRED.
extern const int headway_peer_credentials_option;

/// send(2) that neither blocks nor raises SIGPIPE.
ssize_t headway_socket_send(int descriptor, const void *_Nonnull bytes, size_t count);

/// recv(2) that doesn't block.
ssize_t headway_socket_receive(int descriptor, void *_Nonnull bytes, size_t count);

/// Returns the inode number of the other end of a connected Unix socket (sock_diag(7)), of any
/// process of this network namespace. 0 if there is no such socket, or if it isn't connected. A
/// negative errno if the kernel can't tell.
long long headway_unix_peer(unsigned int inode);

/// Sets `bytes` to the numbers of bytes that TCP sockets of this network namespace have received, and
/// sent with an acknowledgement (tcp_info of sock_diag(7)). 0 for an inode without a TCP socket.
/// `inodes` must be sorted. Looks at no more than `limit` sockets of all users. Returns 0, or a
/// negative errno: E2BIG beyond the limit.
int headway_tcp_traffic(const unsigned int *_Nonnull inodes, size_t count,
                        unsigned long long *_Nonnull bytes, size_t limit);

#endif
