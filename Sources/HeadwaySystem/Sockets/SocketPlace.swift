internal import Glibc
package import SystemPackage

/// A Unix socket by its directory and its name in it, however long the path is: past the 107 bytes
/// that an address has (unix(7)) the directory is opened and named by /proc/self/fd.
package struct SocketPlace: Hashable, Sendable {
  package let directory: String
  package let name: String

  package init(directory: String, name: String) {
    self.directory = directory
    self.name = name
  }

  package var path: String { "\(directory)/\(name)" }

  /// As ``UnixSocket/connect(to:)``.
  package func connect() throws(SystemError) -> FileDescriptor {
    try withAddress { path throws(SystemError) in try UnixSocket.connect(to: path) }
  }

  /// As ``UnixSocket/listen(at:backlog:)``.
  package func listen(backlog: CInt) throws(SystemError) -> FileDescriptor {
    try withAddress { path throws(SystemError) in
      try UnixSocket.listen(at: path, backlog: backlog)
    }
  }

  package func remove() { unlink(path) }

  /// Whether a socket is there that nobody listens at any more.
  package var isStale: Bool {
    do {
      try connect().close()
      return false
    } catch {
      return (error as? SystemError)?.errno == .connectionRefused
    }
  }

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
