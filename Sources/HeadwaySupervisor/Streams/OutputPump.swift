internal import HeadwaySystem

/// Moves the command's output to a stream of ours, by way of the log and the recogniser.
///
/// One buffer: while the stream doesn't take it nothing more is read, and the command waits as it
/// would without us.
final class OutputPump {
  private enum Source {
    case pipe(OwnedDescriptor)
    /// The pty's master: end of file is EIO, and a read gives 4 KiB at most.
    case terminal(OwnedDescriptor)
    case ended
  }

  private enum Destination {
    case sink(OutputSink)
    /// Nobody reads any more: what comes is only looked at.
    case gone
  }

  private var source: Source
  private var destination: Destination
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 4096)
  private var pending = 0..<0
  private var isEnlarged = false
  let feedsTerminal: Bool
  /// What passes, before it is passed on.
  private let tap: (UnsafeRawBufferPointer) -> Void

  init(
    pipe: OwnedDescriptor, to sink: OutputSink, tap: @escaping (UnsafeRawBufferPointer) -> Void
  ) {
    source = .pipe(pipe)
    feedsTerminal = false
    destination = .sink(sink)
    self.tap = tap
  }

  init(
    terminal: OwnedDescriptor, to sink: OutputSink?,
    tap: @escaping (UnsafeRawBufferPointer) -> Void
  ) {
    source = .terminal(terminal)
    feedsTerminal = true
    destination = sink.map(Destination.sink) ?? .gone
    self.tap = tap
  }

  deinit { buffer.deallocate() }

  /// All that came is delivered and no more will come.
  var isOver: Bool {
    if case .ended = source { pending.isEmpty } else { false }
  }

  func watch(_ poller: inout Poller) {
    if !pending.isEmpty {
      if case .sink(let sink) = destination { poller.watch(sink.descriptor, .writable) }
      return
    }
    switch source {
    case .pipe(let descriptor), .terminal(let descriptor):
      poller.watch(descriptor.raw, .readable)
    case .ended: break
    }
  }

  /// One buffer's worth. What became of the sink, where it failed.
  func step(_ poller: borrowing Poller) -> SystemError? {
    if !pending.isEmpty {
      guard case .sink(let sink) = destination, poller.readiness(of: sink.descriptor) != [] else {
        return nil
      }
      return flush()
    }
    guard let descriptor, poller.readiness(of: descriptor) != [] else { return nil }
    fill()
    return flush()
  }

  /// What is there after the command's exit: a pty is at its end once nothing is left in it. A pipe
  /// is only where `byForce`, since it may have other writers.
  func drain(byForce: Bool = false) -> SystemError? {
    var failure: SystemError?
    while pending.isEmpty, failure == nil, descriptor != nil {
      let count = fill()
      failure = flush()
      if count == 0 {
        if byForce || isTerminal { source = .ended }
        break
      }
    }
    if isOver { close() }
    return failure
  }

  private var isTerminal: Bool {
    if case .terminal = source { true } else { false }
  }

  /// The terminal is gone: go on for the log alone.
  func abandonSink() {
    destination = .gone
    pending = 0..<0
  }

  /// The descriptor output comes from, while it comes.
  var descriptor: CInt? {
    switch source {
    case .pipe(let descriptor), .terminal(let descriptor): descriptor.raw
    case .ended: nil
    }
  }

  @discardableResult
  private func fill() -> Int {
    var count = 0
    var isMore = true
    while isMore, count < buffer.count, let descriptor {
      let free = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      switch Transfer.read(descriptor, into: free) {
      case .bytes(let read):
        count += read
        if case .pipe = source { isMore = false }
      case .wouldBlock: isMore = false
      case .ended, .failed: source = .ended
      }
    }
    pending = 0..<count
    if count > 0 { tap(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
    if count >= 1 << 16 { enlarge() }
    return count
  }

  private func flush() -> SystemError? {
    guard case .sink(let sink) = destination else {
      pending = 0..<0
      return nil
    }
    while !pending.isEmpty {
      switch sink.write(UnsafeRawBufferPointer(rebasing: buffer[pending])) {
      case .bytes(let written): pending = (pending.lowerBound + written)..<pending.upperBound
      case .wouldBlock, .ended: return nil
      case .failed(let error):
        giveUp()
        return error
      }
    }
    if isOver { close() }
    return nil
  }

  /// A pipe nobody reads is closed toward the command too, so that SIGPIPE reaches it.
  private func giveUp() {
    abandonSink()
    if case .pipe = source { source = .ended }
  }

  /// The reader of a pipe sees the end now; a terminal stays ours.
  private func close() {
    if case .sink(let sink) = destination, !feedsTerminal { sink.close() }
    destination = .gone
  }

  private func enlarge() {
    guard !isEnlarged, case .pipe(let descriptor) = source else { return }
    isEnlarged = true
    resizePipe(descriptor.raw)
    if case .sink(let sink) = destination { sink.enlarge() }
  }
}
