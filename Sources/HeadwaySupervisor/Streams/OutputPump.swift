internal import HeadwaySystem

/// Moves the command's output to one of this process's streams, by way of the log and the
/// recogniser.
///
/// The pump has one buffer. A full buffer stops the reads, so that a slow reader blocks the command
/// exactly as it would without Headway. `Supervision` calls the pump from its loop; no call blocks.
final class OutputPump {
  /// The descriptor that output comes from.
  private enum Source {
    case pipe(OwnedDescriptor)
    /// The pty's master. Its end of file is EIO, and a read returns at most 4 KiB.
    case terminal(OwnedDescriptor)
    case ended
  }

  /// The stream that output goes to.
  private enum Destination {
    case sink(OutputSink)
    /// The reader is gone. Output is still logged and read for progress.
    case gone
  }

  private var source: Source
  private var destination: Destination
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 4096)
  /// The part of `buffer` that is read but not written yet.
  private var pending = 0..<0
  /// Whether the pipes were already made larger for a fast stream.
  private var isEnlarged = false
  /// The number of bytes read from a terminal before they are written. Measurements showed that
  /// with more, the two ends wait for each other.
  private static let readLimit = 2 * terminalPiece
  /// The most that one read of a pty returns.
  private static let terminalPiece = 4096
  /// The number of rounds of reading and writing before something else is handled. Together they
  /// move more than a pty holds (16 KiB), and as much as the largest pipe holds (1 MiB).
  private static let roundLimit = 8
  /// Whether the output comes from the command's pty.
  let feedsTerminal: Bool
  /// Whether the output is over once the command has exited and nothing is left to read. The output
  /// of other processes that still write is then left out.
  private let endsWithCommand: Bool
  /// The function that receives all bytes before they are written.
  private let tap: (UnsafeRawBufferPointer) -> Void

  /// Creates a pump from a pipe. Without a sink the output is only logged and read for progress.
  init(
    pipe: OwnedDescriptor, to sink: OutputSink?, tap: @escaping (UnsafeRawBufferPointer) -> Void
  ) {
    source = .pipe(pipe)
    feedsTerminal = false
    destination = sink.map(Destination.sink) ?? .gone
    endsWithCommand = sink == nil
    self.tap = tap
  }

  /// Creates a pump from the pty's master. Without a sink the output is only logged and read for
  /// progress.
  init(
    terminal: OwnedDescriptor, to sink: OutputSink?,
    tap: @escaping (UnsafeRawBufferPointer) -> Void
  ) {
    source = .terminal(terminal)
    feedsTerminal = true
    destination = sink.map(Destination.sink) ?? .gone
    endsWithCommand = true
    self.tap = tap
  }

  deinit { buffer.deallocate() }

  /// Whether the source is at its end and all of its bytes are written.
  var isOver: Bool {
    if case .ended = source { pending.isEmpty } else { false }
  }

  /// Watches the sink while bytes wait, and the source while there is room for more.
  func watch(_ poller: inout Poller) {
    if case .sink(let sink) = destination {
      if !pending.isEmpty {
        poller.watch(sink.descriptor, .writable)
      } else if knowsReader(sink) {
        poller.watch(sink.descriptor, [])
      }
    }
    if hasRoom, let descriptor { poller.watch(descriptor, .readable) }
  }

  /// The number of this pump's descriptors that are ready for the pump and for nothing else.
  ///
  /// Other states don't count, because the whole loop has to see them. Examples are a pty's master
  /// that also takes keys again, and a descriptor that is hung up.
  func readyCount(_ poller: borrowing Poller) -> Int {
    var count = 0
    if !pending.isEmpty, case .sink(let sink) = destination,
      poller.readiness(of: sink.descriptor) == .writable
    {
      count += 1
    }
    if hasRoom, let descriptor, poller.readiness(of: descriptor) == .readable { count += 1 }
    return count
  }

  /// Reads and writes as far as possible without blocking. Returns the error of a sink that failed.
  func step(_ poller: borrowing Poller) -> SystemError? {
    var isReady = false
    if !pending.isEmpty, case .sink(let sink) = destination,
      poller.readiness(of: sink.descriptor).isAny
    {
      if let failure = flush() { return failure }
      // The poller didn't watch the pty while the sink was full, so its readiness is unknown.
      isReady = isTerminal && pending.isEmpty
    } else if hasLostReader(poller) {
      loseReader()
      return nil
    }
    guard let descriptor, isReady || poller.readiness(of: descriptor).isAny else { return nil }
    return passOn().failure
  }

  /// Whether the command must learn that `sink` has lost its reader. A pty's pump goes on without
  /// one.
  private func knowsReader(_ sink: OutputSink) -> Bool {
    if case .pipe = source { sink.hasReader } else { false }
  }

  private func hasLostReader(_ poller: borrowing Poller) -> Bool {
    guard pending.isEmpty, case .sink(let sink) = destination, knowsReader(sink) else {
      return false
    }
    return poller.readiness(of: sink.descriptor).isGone
  }

  /// Closes the command's pipe after its reader has gone, so that the next write of the command
  /// fails with EPIPE as it would without Headway. The bytes written so far are still logged.
  private func loseReader() {
    abandonSink()
    _ = passOn()
    source = .ended
  }

  /// Whether to read more.
  ///
  /// A terminal is read only when nothing is pending: with a slow reader, unread output in the pty
  /// costs less than output in this process. A pipe is read ahead a little. The buffer is used from
  /// its start again once it is empty.
  private var hasRoom: Bool {
    isTerminal
      ? pending.isEmpty
      : pending.count < Self.readLimit && buffer.count - pending.upperBound >= Self.terminalPiece
  }

  /// Whether all bytes read so far were written, and the sink still exists.
  var isDelivered: Bool {
    if case .sink = destination { pending.isEmpty } else { false }
  }

  /// Writes a few bytes of Headway's own to the sink; the log and attached terminals don't get
  /// them.
  ///
  /// Call it only if ``isDelivered`` is true; otherwise the bytes are dropped. Returns the error of
  /// a sink that failed.
  func insert(_ bytes: [UInt8]) -> SystemError? {
    guard isDelivered, bytes.count <= buffer.count else { return nil }
    buffer.copyBytes(from: bytes)
    pending = 0..<bytes.count
    return flush()
  }

  /// Moves the output that is left after the command's exit. Returns the error of a sink that
  /// failed.
  ///
  /// A pty counts as finished once it is empty, or once more came than it holds: then other
  /// processes still write to it. So does a pipe that leads only to the log. Any other pipe may have
  /// other writers that its reader waits for, so it counts as finished only with `byForce`.
  func drain(byForce: Bool = false) -> SystemError? {
    let (outcome, failure) = passOn()
    switch outcome {
    case .isDry: if byForce || endsWithCommand { source = .ended }
    case .isAnothersTurn: if endsWithCommand { source = .ended }
    case .isFull: break
    }
    if isOver { close() }
    return failure
  }

  /// Moves the output that the command has written so far, as far as the sink takes it. Returns the
  /// error of a sink that failed.
  func catchUp() -> SystemError? { passOn().failure }

  /// Reads and writes until the source is empty, the sink is full, or ``roundLimit`` is reached.
  /// The limit keeps an endless writer from delaying a cancel.
  private func passOn() -> (outcome: Outcome, failure: SystemError?) {
    for _ in 0..<Self.roundLimit {
      guard hasRoom, descriptor != nil else { return (.isFull, nil) }
      let wasEmpty = pending.isEmpty
      let count = fill()
      if wasEmpty, let failure = flush() { return (.isFull, failure) }
      if count == 0 { return (.isDry, nil) }
    }
    return (.isAnothersTurn, nil)
  }

  /// The reason why ``passOn()`` ended.
  private enum Outcome {
    case isDry, isFull, isAnothersTurn
  }

  private var isTerminal: Bool {
    if case .terminal = source { true } else { false }
  }

  /// Gives up the sink, whose reader or terminal is gone. Output still reaches the log.
  func abandonSink() {
    destination = .gone
    pending = 0..<0
  }

  /// The descriptor that output comes from; nil once it has ended.
  var descriptor: CInt? {
    switch source {
    case .pipe(let descriptor), .terminal(let descriptor): descriptor.raw
    case .ended: nil
    }
  }

  /// Reads into the buffer once from a pipe, or repeatedly from a pty until ``readLimit``. Returns
  /// the number of bytes.
  private func fill() -> Int {
    let start = pending.upperBound
    var end = start
    var isMore = true
    while isMore, end - start <= Self.readLimit - Self.terminalPiece, end < buffer.count,
      let descriptor
    {
      let free = UnsafeMutableRawBufferPointer(rebasing: buffer[end...])
      switch Transfer.read(descriptor, into: free) {
      case .bytes(let read): end += read
      case .wouldBlock: isMore = false
      case .ended, .failed: source = .ended
      }
      if !isTerminal { isMore = false }
    }
    pending = pending.lowerBound..<end
    if end > start { tap(UnsafeRawBufferPointer(rebasing: buffer[start..<end])) }
    if end - start >= 1 << 16 { enlarge() }
    return end - start
  }

  private func flush() -> SystemError? {
    guard case .sink(let sink) = destination else {
      pending = 0..<0
      return nil
    }
    guard !pending.isEmpty else { return nil }
    switch sink.write(UnsafeRawBufferPointer(rebasing: buffer[pending])) {
    case .bytes(let written): notePassed(written)
    case .wouldBlock, .ended: break
    case .failed(let error):
      giveUp()
      return error
    }
    if isOver { close() }
    return nil
  }

  private func notePassed(_ count: Int) {
    let rest = (pending.lowerBound + count)..<pending.upperBound
    pending = rest.isEmpty ? 0..<0 : rest
  }

  /// Gives up a sink that failed. A pipe is closed toward the command too, so that SIGPIPE reaches
  /// it.
  private func giveUp() {
    abandonSink()
    if case .pipe = source { source = .ended }
  }

  /// Closes a pipe's sink, so that its reader sees the end of file now. A terminal stays open: this
  /// process still needs it.
  private func close() {
    if case .sink(let sink) = destination, !feedsTerminal { sink.close() }
    destination = .gone
  }

  /// Makes the pipes larger once a single read shows a fast stream.
  private func enlarge() {
    guard !isEnlarged, case .pipe(let descriptor) = source else { return }
    isEnlarged = true
    resizePipe(descriptor.raw)
    if case .sink(let sink) = destination { sink.enlarge() }
  }
}
