internal import Glibc

/// The kind of file that a descriptor is open on (fstat(2)), as far as it matters for moving bytes.
package enum FileKind: Hashable, Sendable {
  case terminal, pipe, socket, regular, device, closed
}

/// The kind and the identity of the file that a descriptor is open on.
///
/// Two streams with equal values lead to the same file, as with `2>&1`.
package struct OpenFile: Hashable, Sendable {
  package let kind: FileKind
  package let device: UInt64
  package let inode: UInt64

  package init(kind: FileKind, device: UInt64 = 0, inode: UInt64 = 0) {
    self.kind = kind
    self.device = device
    self.inode = inode
  }

  /// Describes a standard stream as a child would inherit it. A close-on-exec stream counts as
  /// closed: ``OwnProcess/occupyClosedStreams()`` leaves streams in that state that were closed
  /// from the start.
  package init(standardStream stream: CInt) {
    if fcntl(stream, F_GETFD) & FD_CLOEXEC != 0 {
      self.init(kind: .closed)
    } else {
      self.init(of: stream)
    }
  }

  /// Describes any descriptor.
  package init(of descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      self.init(kind: .closed)
      return
    }
    let kind: FileKind =
      switch status.st_mode & S_IFMT {
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      case S_IFREG: .regular
      default: Self.isTerminal(descriptor) ? .terminal : .device
      }
    self.init(kind: kind, device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}

/// The test for terminals.
extension OpenFile {
  /// Whether a character device is a terminal. One that has hung up still is: asking for its modes
  /// fails with EIO (isatty(3)).
  private static func isTerminal(_ descriptor: CInt) -> Bool {
    isatty(descriptor) == 1 || errno == EIO
  }
}

/// Opens a second, non-blocking file description of the file that `descriptor` is open on.
///
/// O_NONBLOCK on the descriptor itself would affect every process that shares its description.
/// Throws for sockets (ENXIO), for pipes that nobody reads (ENXIO), and for another user's
/// terminals.
package func reopen(
  _ descriptor: CInt, _ access: ReopenAccess
) throws(SystemError) -> OwnedDescriptor {
  let mode =
    switch access {
    case .writing: O_WRONLY
    case .both: O_RDWR
    }
  return try OwnedDescriptor(
    opening: "open",
    open("/proc/self/fd/\(descriptor)", mode | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
}

/// The access to a reopened file.
package enum ReopenAccess: Sendable {
  case writing, both
}
