internal import CHeadwaySystem
internal import Glibc
package import SystemPackage

/// Unix stream sockets (unix(7)): non-blocking, close-on-exec, without SIGPIPE. A path has at most
/// 107 bytes; ``SocketPlace`` has no limit.
package enum UnixSocket {
  /// Connects to the socket at `path`. The caller closes the descriptor.
  ///
  /// Throws `.noSuchFileOrDirectory` or `.connectionRefused` if nobody listens, and
  /// `.resourceTemporarilyUnavailable` if the listener's backlog is full.
  package static func connect(to path: String) throws(SystemError) -> FileDescriptor {
    try made(headway_socket_connect(path), "connect to \(path)")
  }

  /// Whether somebody listens at `path`. A listener with a full backlog (EAGAIN, connect(2))
  /// counts: it is busy.
  package static func isServed(at path: String) -> Bool {
    do {
      let descriptor = try connect(to: path)
      try? descriptor.close()
      return true
    } catch {
      return error.errno == .resourceTemporarilyUnavailable
    }
  }

  /// Listens at `path`, with mode 0600. Call it before other threads create files, because it
  /// changes the umask for a moment.
  package static func listen(at path: String, backlog: CInt) throws(SystemError) -> FileDescriptor {
    try made(headway_socket_listen(path, backlog), "listen at \(path)")
  }

  /// Returns the inode number of the other end of a connected socket of any process (sock_diag(7)).
  /// 0 if there is no such Unix socket or no other end; nil if the kernel can't tell.
  package static func peer(ofInode inode: UInt64) -> UInt64? {
    guard let inode = UInt32(exactly: inode) else { return nil }
    return UInt64(exactly: headway_unix_peer(inode))
  }

  /// Accepts the next waiting connection. Nil if none waits, or if it was closed meanwhile.
  package static func accept(from listener: FileDescriptor) throws(SystemError) -> FileDescriptor? {
    let raw = headway_socket_accept(listener.rawValue)
    if raw >= 0 { return FileDescriptor(rawValue: raw) }
    let error = Errno.last
    if error == .wouldBlock || error == .interrupted || error == .connectionAbort { return nil }
    throw SystemError("accept", error)
  }

  /// Changes the number of connections that may wait at a listening socket (listen(2)).
  package static func setBacklog(
    _ backlog: CInt, of descriptor: FileDescriptor
  ) throws(SystemError) {
    try SystemError.check("listen", Glibc.listen(descriptor.rawValue, backlog))
  }

  /// Sends the end of the stream after everything that was sent (shutdown(2)). Receiving goes on.
  package static func finishSending(_ descriptor: FileDescriptor) {
    _ = shutdown(descriptor.rawValue, CInt(SHUT_WR))
  }

  /// Returns the process at the other end of a connection (SO_PEERCRED).
  package static func peer(of descriptor: FileDescriptor) throws(SystemError) -> SocketPeer {
    var pid: Int32 = 0
    var user: UInt32 = 0
    guard headway_socket_peer(descriptor.rawValue, &pid, &user) == 0 else {
      throw SystemError("read the peer's credentials")
    }
    return SocketPeer(pid: pid, user: user)
  }

  /// Returns the id of the process at the other end; nil if `descriptor` isn't a connection.
  package static func peerProcess(of descriptor: CInt) -> Int32? {
    (try? peer(of: FileDescriptor(rawValue: descriptor)))?.pid
  }

  /// Sends without blocking. Returns the number of bytes sent; nil if none can be sent now.
  package static func send(
    _ bytes: UnsafeRawBufferPointer, to descriptor: FileDescriptor
  ) throws(SystemError) -> Int? {
    guard let base = bytes.baseAddress else { return 0 }
    return try transferred(headway_socket_send(descriptor.rawValue, base, bytes.count), "send")
  }

  /// Receives without blocking. Returns the number of bytes, and 0 at the end of the stream; nil if
  /// none are there now.
  package static func receive(
    into buffer: UnsafeMutableRawBufferPointer, from descriptor: FileDescriptor
  ) throws(SystemError) -> Int? {
    guard let base = buffer.baseAddress else { return nil }
    return try transferred(
      headway_socket_receive(descriptor.rawValue, base, buffer.count), "receive")
  }

  private static func made(
    _ raw: CInt, _ operation: String
  ) throws(SystemError) -> FileDescriptor {
    guard raw >= 0 else { throw SystemError(operation) }
    return FileDescriptor(rawValue: raw)
  }

  private static func transferred(_ count: Int, _ operation: String) throws(SystemError) -> Int? {
    if count >= 0 { return count }
    let error = Errno.last
    if error == .wouldBlock || error == .resourceTemporarilyUnavailable || error == .interrupted {
      return nil
    }
    throw SystemError(operation, error)
  }
}

/// The process at the other end of a connection, at the time of connect(2) or listen(2).
package struct SocketPeer: Hashable, Sendable {
  package let pid: Int32
  package let user: UInt32
}
