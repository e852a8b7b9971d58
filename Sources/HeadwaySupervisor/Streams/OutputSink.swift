internal import HeadwaySystem

/// A standard stream of this process as the end of a pump. Its mode is never changed: others share
/// it.
final class OutputSink {
  /// How to write without waiting.
  private enum Way {
    /// A description of our own that doesn't wait.
    case reopened(OwnedDescriptor)
    case socket
    /// A file: writing waits for nobody.
    case regular
    /// Once poll(2) says so: up to PIPE_BUF bytes then fit (pipe(7)).
    case careful
  }

  /// More than one where a pipe is shared.
  private let streams: [CInt]
  private let way: Way
  /// Another process reads, and the descriptor says when none does any more.
  let hasReader: Bool

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

  /// To poll for ``Readiness/writable``.
  var descriptor: CInt {
    switch way {
    case .reopened(let own): own.raw
    case .socket, .regular, .careful: streams.first ?? 1
    }
  }

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
    poller.wait(until: .zero)
    if !poller.readiness(of: descriptor).isAny { return .wouldBlock }
    return Transfer.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(4096)))
  }

  /// A large stream deserves a large pipe; others stay as they are.
  func enlarge() { resizePipe(descriptor) }

  /// Lets go, so that the reader sees the end.
  func close() { streams.forEach(OwnProcess.nullify) }
}
