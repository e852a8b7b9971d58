internal import HeadwayModel
internal import HeadwaySystem

/// A standard stream of this process, as the destination of an `OutputPump`.
///
/// The stream's mode is never changed, because other processes share the open file description:
/// with O_NONBLOCK set, a shell's own writes would fail.
final class OutputSink {
  /// The way to write without blocking.
  private enum Way {
    /// An open file description of this process's own, which is non-blocking.
    case reopened(OwnedDescriptor)
    /// A socket, written with send(2) and MSG_DONTWAIT.
    case socket
    /// A regular file, where writing never waits for a reader.
    case regular
    /// A blocking descriptor, written only after poll(2) has found it writable. Up to PIPE_BUF
    /// bytes then fit (pipe(7)).
    case careful
  }

  /// The numbers of the standard streams: two of them if standard output and error share a pipe.
  private let streams: [CInt]
  private let way: Way
  /// Whether the descriptor reports that its reader has gone, as pipes and sockets do.
  let hasReader: Bool

  /// Chooses the way to write by the kind of the first stream.
  init(_ streams: [CInt]) {
    self.streams = streams
    let stream = streams.first ?? 1
    let kind = OpenFile(of: stream).kind
    hasReader = kind == .pipe || kind == .socket
    switch kind {
    case .socket: way = .socket
    case .regular: way = .regular
    case .terminal, .pipe, .device, .closed:
      way = (try? reopen(stream, .writing)).map(Way.reopened) ?? .careful
    }
  }

  /// The descriptor to poll for ``Readiness/writable``.
  var descriptor: CInt {
    switch way {
    case .reopened(let own): own.raw
    case .socket, .regular, .careful: streams.first ?? 1
    }
  }

  /// Writes as many of `bytes` as possible without blocking.
  func write(_ bytes: UnsafeRawBufferPointer) -> Transfer {
    switch way {
    case .reopened, .regular: Transfer.write(descriptor, bytes)
    case .socket: Transfer.send(descriptor, bytes)
    case .careful: writeCarefully(bytes)
    }
  }

  private func writeCarefully(_ bytes: UnsafeRawBufferPointer) -> Transfer {
    var poller = Poller()
    poller.watch(descriptor, .writable)
    poller.wait(until: .origin)
    if !poller.readiness(of: descriptor).isAny { return .wouldBlock }
    return Transfer.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(4096)))
  }

  /// Makes the pipe of a large stream larger. Other pipes keep their size, since a user's pipes
  /// share a limit.
  func enlarge() { resizePipe(descriptor) }

  /// Replaces the streams with /dev/null, so that their reader sees the end of file.
  func close() { streams.forEach(OwnProcess.nullify) }
}
