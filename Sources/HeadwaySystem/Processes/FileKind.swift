internal import Glibc

/// What a descriptor is open on (fstat(2)), as far as pumping bytes cares.
package enum FileKind: Hashable, Sendable {
  case terminal, pipe, socket, regular, device, closed
}

/// A descriptor's kind and the identity of its file.
package struct OpenFile: Hashable, Sendable {
  package let kind: FileKind
  package let device: UInt64
  package let inode: UInt64

  package init(kind: FileKind, device: UInt64 = 0, inode: UInt64 = 0) {
    self.kind = kind
    self.device = device
    self.inode = inode
  }

  /// A standard stream as a child would get it: closed where it is close-on-exec, as
  /// ``OwnProcess/occupyClosedStreams()`` leaves those that were closed from the start.
  package init(standardStream stream: CInt) {
    if fcntl(stream, F_GETFD) & FD_CLOEXEC != 0 {
      self.init(kind: .closed)
    } else {
      self.init(of: stream)
    }
  }

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

extension OpenFile {
  /// One that was hung up still is: asking it for its modes fails with EIO (isatty(3)).
  private static func isTerminal(_ descriptor: CInt) -> Bool {
    isatty(descriptor) == 1 || errno == EIO
  }
}

/// A second, private description of what `descriptor` is open on, which doesn't wait: setting
/// O_NONBLOCK on the descriptor itself would change it for whoever shares it.
///
/// Fails for sockets (ENXIO), for pipes nobody reads (ENXIO) and for terminals of another user.
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

package enum ReopenAccess: Sendable {
  case writing, both
}
