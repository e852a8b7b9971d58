internal import Glibc
package import SystemPackage

/// A Unix socket, named by its directory and its name in there. The path may be of any length.
///
/// An address has room for 107 bytes (unix(7)). For a longer path the directory is opened and named
/// as `/proc/self/fd/N`.
package struct SocketPlace: Hashable, Sendable {
  package let directory: String
  package let name: String

  package init(directory: String, name: String) {
    self.directory = directory
    self.name = name
  }

  package var path: String { "\(directory)/\(name)" }

  /// Connects like ``UnixSocket/connect(to:)``.
  package func connect() throws(SystemError) -> FileDescriptor {
    try withAddress { path throws(SystemError) in try UnixSocket.connect(to: path) }
  }

  /// Listens like ``UnixSocket/listen(at:backlog:)``.
  package func listen(backlog: CInt) throws(SystemError) -> FileDescriptor {
    try withAddress { path throws(SystemError) in
      try UnixSocket.listen(at: path, backlog: backlog)
    }
  }

  /// Whether there is a file in the place.
  package var exists: Bool { access(path, F_OK) == 0 }

  /// Removes the socket's file.
  package func remove() { unlink(path) }

  /// Whether the socket's file exists but nobody listens any more.
  package var isStale: Bool {
    do {
      try connect().close()
      return false
    } catch {
      return (error as? SystemError)?.errno == .connectionRefused
    }
  }

  /// Calls `body` with a path that fits into an address.
  private func withAddress(
    _ body: (String) throws(SystemError) -> FileDescriptor
  ) throws(SystemError) -> FileDescriptor {
    if path.utf8.count <= 107 { return try body(path) }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let opened = try OwnedDescriptor(opening: "open \(directory)", open(directory, flags))
    defer { withExtendedLifetime(opened) {} }
    return try body("/proc/self/fd/\(opened.raw)/\(name)")
  }
}
