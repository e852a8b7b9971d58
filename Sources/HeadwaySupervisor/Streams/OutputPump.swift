internal import HeadwaySystem

/// Moves the command's output to a stream of ours, by way of the log and the recogniser.
///
/// One buffer, read into while it is written from: once it is full the command waits, as it would
/// without us.
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
  /// How much is read of a terminal before it is written: measured, more makes the two ends wait
  /// for each other.
  private static let readLimit = 2 * terminalPiece
  private static let terminalPiece = 4096
  /// How often that is done before something else has its turn: more than a pty holds (16 KiB).
  private static let roundLimit = 8
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
    if case .sink(let sink) = destination {
      if !pending.isEmpty {
        poller.watch(sink.descriptor, .writable)
      } else if knowsReader(sink) {
        poller.watch(sink.descriptor, [])
      }
    }
    if hasRoom, let descriptor { poller.watch(descriptor, .readable) }
  }

  /// How many of its descriptors are ready for it, and for nothing else. A pty's master that takes
  /// keys again, or anything that is gone, isn't counted: others have to hear of it.
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

  /// What can be read and written now. Why the sink failed, if it did.
  func step(_ poller: borrowing Poller) -> SystemError? {
    var isReady = false
    if !pending.isEmpty, case .sink(let sink) = destination,
      poller.readiness(of: sink.descriptor).isAny
    {
      if let failure = flush() { return failure }
      // It wasn't watched while its reader was waited for.
      isReady = isTerminal && pending.isEmpty
    } else if hasLostReader(poller) {
      loseReader()
      return nil
    }
    guard let descriptor, isReady || poller.readiness(of: descriptor).isAny else { return nil }
    return passOn().failure
  }

  /// Whether `sink` says when nobody reads any more, and the command is to hear of it.
  private func knowsReader(_ sink: OutputSink) -> Bool {
    if case .pipe = source { sink.hasReader } else { false }
  }

  private func hasLostReader(_ poller: borrowing Poller) -> Bool {
    guard pending.isEmpty, case .sink(let sink) = destination, knowsReader(sink) else {
      return false
    }
    return poller.readiness(of: sink.descriptor).isGone
  }

  /// Before the command writes again, as it would hear without us; what it wrote up to now is looked
  /// at.
  private func loseReader() {
    abandonSink()
    _ = passOn()
    source = .ended
  }

  /// A terminal isn't read ahead of a slow reader: what isn't read yet gathers in the pty, where it
  /// takes less of the machine. For a pipe it only helps as far as it is taken at once; the buffer is
  /// used from its start again once it is empty.
  private var hasRoom: Bool {
    isTerminal
      ? pending.isEmpty
      : pending.count < Self.readLimit && buffer.count - pending.upperBound >= Self.terminalPiece
  }

  /// All that came was passed on, and somebody takes more.
  var isDelivered: Bool {
    if case .sink = destination { pending.isEmpty } else { false }
  }

  /// Adds a few bytes of our own, which nobody else is shown, to what is delivered. To be called only
  /// when all else ``isDelivered``. Why the sink failed, if it did.
  func insert(_ bytes: [UInt8]) -> SystemError? {
    guard isDelivered, bytes.count <= buffer.count else { return nil }
    buffer.copyBytes(from: bytes)
    pending = 0..<bytes.count
    return flush()
  }

  /// What is there after the command's exit: a pty is at its end once nothing is left in it, or once
  /// more came than it holds, from others. A pipe is only where `byForce`, since it may have other
  /// writers.
  func drain(byForce: Bool = false) -> SystemError? {
    let (outcome, failure) = passOn()
    switch outcome {
    case .isDry: if byForce || isTerminal { source = .ended }
    case .isAnothersTurn: if isTerminal { source = .ended }
    case .isFull: break
    }
    if isOver { close() }
    return failure
  }

  /// What the command has written by now, as far as its reader takes it. Why the sink failed, if it
  /// did.
  func catchUp() -> SystemError? { passOn().failure }

  /// Reads and writes, until nothing is left, nothing more is taken or it is another's turn: who
  /// writes without end mustn't keep a cancel waiting.
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

  private enum Outcome {
    case isDry, isFull, isAnothersTurn
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
