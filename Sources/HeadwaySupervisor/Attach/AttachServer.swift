internal import HeadwayModel
internal import HeadwaySystem
internal import HeadwayWire

/// The terminals that are attached to the command, and which of them has the keys.
///
/// The *driver* is the watcher that was attached or typed last: only the driver's size and answers
/// to terminal queries reach the command. `Supervision` calls ``watch(_:now:)`` and
/// ``step(_:now:)`` in each round of its loop; no call blocks, except ``finish(_:)`` for a bounded
/// time.
final class AttachServer {
  /// The number of terminals that can be attached at the same time.
  private static let greetedLimit = 16
  /// The number of connections that may be open without a hello. They don't count as attached: the
  /// oldest is closed when one more arrives.
  private static let silentLimit = 16
  /// The time in which a new connection must say hello.
  private static let helloPatience: Duration = .seconds(5)
  /// The number of connections accepted in a row before output is moved again.
  private static let admissionLimit = 64
  /// The pause in accepting after a shortage of descriptors. Without a pause the readable socket
  /// would wake the loop continuously.
  private static let shortagePause: Duration = .seconds(1)
  /// The time for which a command runs before its socket is made. Most commands of a queue that
  /// drains fast have ended by then, and a file that is made and removed for each of them costs more
  /// than such a command. Clients try again for longer than that.
  static let listeningDelay: Duration = .milliseconds(100)
  /// The place and the time at which the socket is made; nil once that was tried.
  private var planned: (place: SocketPlace, due: AwakeTime)?
  /// The listening socket; nil before it is made, and once the command has ended.
  private var listener: AttachListener?
  private let master: OwnedDescriptor
  private var output = RecentOutput()
  private var watchers: [Watcher] = []
  /// The watcher that has the keys; nil while the terminal at hand has them, or nobody.
  private(set) var driver: Watcher?
  /// The end of the pause after a shortage of descriptors; nil without one.
  private var admitsAgain: AwakeTime?
  /// The size to restore, and when, during a forced redraw; nil otherwise.
  private var repaint: (size: WindowSize, due: AwakeTime)?
  /// The time for which a program sees a different size, so that it redraws when its own size
  /// returns.
  private static let repaintPause: Duration = .milliseconds(60)

  /// Plans to listen at `place` for terminals to attach to the pty `master`. The socket is made
  /// ``listeningDelay`` after `now`.
  init(at place: SocketPlace, master: OwnedDescriptor, now: AwakeTime) {
    planned = (place, now + Self.listeningDelay)
    self.master = master
  }

  /// The results of one ``step(_:now:)`` that concern the rest of the supervision.
  struct Outcome {
    /// Whether keys were sent to the command.
    var hasTyped = false
    /// The signals that the keys mean.
    var signals = TypedSignals()
    /// Whether terminals can attach from now on.
    var listens = false
  }

  // MARK: - Output

  /// Stores output for the attached terminals.
  ///
  /// `isUnedited` means that the pty left line feeds alone, because the outer terminal adds the
  /// carriage returns. An attached terminal is raw, so the server adds them here.
  func pass(_ bytes: UnsafeRawBufferPointer, isUnedited: Bool) {
    guard isUnedited, bytes.contains(UInt8(ascii: "\n")) else { return output.append(bytes) }
    var edited: [UInt8] = []
    edited.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte == UInt8(ascii: "\n"), edited.last != UInt8(ascii: "\r") {
        edited.append(UInt8(ascii: "\r"))
      }
      edited.append(byte)
    }
    edited.withUnsafeBytes { output.append($0) }
  }

  // MARK: - The loop

  /// Watches the listening socket and the connections. A watcher whose keys the command hasn't
  /// taken yet isn't read.
  func watch(_ poller: inout Poller, now: AwakeTime) {
    if let listener, admitsAgain == nil { poller.watch(listener.raw, .readable) }
    for watcher in watchers {
      let reads: Readiness = watcher.keys.isEmpty ? .readable : []
      let writes: Readiness = watcher.wantsWrite(output, now: now) ? .writable : []
      poller.watch(watcher.raw, reads.union(writes))
    }
    if watchers.contains(where: { !$0.keys.isEmpty }) { poller.watch(master.raw, .writable) }
  }

  /// The next time at which ``step(_:now:)`` has something to do although no descriptor is ready;
  /// nil if nothing is due.
  func deadline(now: AwakeTime) -> AwakeTime? {
    if watchers.isEmpty, repaint == nil { return planned?.due ?? admitsAgain }
    let ofWatchers = watchers.map { $0.isGreeted ? $0.deadline(output, now: now) : $0.helloDue }
    return (ofWatchers + [repaint?.due, admitsAgain]).compactMap { $0 }.min()
  }

  /// Reads keys, types them, sends output and accepts connections, as far as that is possible
  /// without blocking.
  func step(_ poller: borrowing Poller, now: AwakeTime) -> Outcome {
    var outcome = Outcome()
    for watcher in watchers {
      let readiness = poller.readiness(of: watcher.raw)
      if watcher.keys.isEmpty, readiness.isAny { hear(watcher, now: now, &outcome) }
      if !watcher.keys.isEmpty { type(watcher, isGone: readiness.isGone) }
      watcher.send(output, drives: watcher === driver, now: now)
    }
    refuseSilent(now: now)
    removeThoseOver()
    if let due = admitsAgain, due <= now { admitsAgain = nil }
    // Accept last: a descriptor number that was closed in this step may be reused for the new
    // connection, and `poller` holds the readiness of the old one.
    if let listener, poller.readiness(of: listener.raw).isAny {
      admit(from: listener, now: now, &outcome)
    }
    finishRepaint(now: now)
    if let (place, due) = planned, due <= now {
      planned = nil
      listener = AttachListener(at: place)
      outcome.listens = listener != nil
    }
    return outcome
  }

  // MARK: - Who comes

  /// Accepts waiting connections. In a shortage of descriptors the oldest silent connection gives
  /// up its own.
  private func admit(from listener: AttachListener, now: AwakeTime, _ outcome: inout Outcome) {
    for _ in 0..<Self.admissionLimit {
      switch listener.accept() {
      case .connection(let connection):
        let watcher = Watcher(connection, helloDue: now + Self.helloPatience)
        watchers.append(watcher)
        hear(watcher, now: now, &outcome)
        watcher.send(output, drives: watcher === driver, now: now)
        if watchers.count(where: { !$0.isGreeted }) > Self.silentLimit { dropOldestSilent() }
        removeThoseOver()
      case .foreign: continue
      case .none: return
      case .shortage:
        guard dropOldestSilent() else {
          admitsAgain = now + Self.shortagePause
          return
        }
        removeThoseOver()
      }
    }
  }

  /// Refuses the oldest connection without a hello. Returns false if every connection has said
  /// hello.
  @discardableResult
  private func dropOldestSilent() -> Bool {
    guard let oldest = watchers.first(where: { !$0.isGreeted }) else { return false }
    oldest.refuse(SanitisedText(wire: "too many connections without a hello; try again"))
    return true
  }

  /// Refuses the connections that have said no hello in time.
  private func refuseSilent(now: AwakeTime) {
    for watcher in watchers where !watcher.isGreeted && !watcher.isOver && watcher.helloDue <= now {
      let patience = MessageCatalog.inEnglish { Self.helloPatience.spoken }
      watcher.refuse(SanitisedText(wire: "no hello came within \(patience)"))
    }
  }

  private var isFull: Bool { watchers.count(where: \.isGreeted) >= Self.greetedLimit }

  /// Whether a terminal is attached.
  var isWatched: Bool { watchers.contains { $0.isGreeted && !$0.isOver } }

  /// Handles the messages of one watcher. A watcher that greets or types becomes the driver.
  private func hear(_ watcher: Watcher, now: AwakeTime, _ outcome: inout Outcome) {
    for event in watcher.receive(output, isFull: isFull) {
      switch event {
      case .greeted: driver = watcher
      case .resized:
        if watcher === driver { resize(to: watcher.size, now: now) }
      case .typed:
        outcome.hasTyped = true
        outcome.signals.formUnion(TypedSignals(watcher.keys, at: master))
        guard driver !== watcher else { break }
        driver = watcher
        resize(to: watcher.size, now: now)
      }
    }
  }

  /// Writes a watcher's keys to the pty. Keys that the command doesn't take are dropped if their
  /// watcher has gone.
  private func type(_ watcher: Watcher, isGone: Bool) {
    switch watcher.keys.withUnsafeBytes({ Transfer.write(master.raw, $0) }) {
    case .bytes(let count): watcher.removeTyped(count)
    case .wouldBlock: if isGone { watcher.dropKeys() }
    case .ended, .failed: watcher.dropKeys()
    }
  }

  private func removeThoseOver() {
    guard watchers.contains(where: \.isOver) else { return }
    watchers.removeAll(where: \.isOver)
    if driver?.isOver == true { driver = nil }
  }

  // MARK: - Size

  /// Takes the keys from the driver, since somebody typed at the outer terminal.
  func giveUpKeys() { driver = nil }

  /// Gives the pty the size of the driver's terminal. An unknown size changes nothing.
  ///
  /// If the pty has that size already, another size is set first for ``repaintPause``: some
  /// full-screen programs redraw only when their size changes.
  private func resize(to size: AttachSize?, now: AwakeTime) {
    guard let size, size.rows > 0, size.columns > 0 else { return }
    let new = WindowSize(
      rows: size.rows, columns: size.columns, pixelWidth: size.pixelWidth,
      pixelHeight: size.pixelHeight)
    guard (try? WindowSize(of: master.raw)) == new else {
      repaint = nil
      try? new.apply(to: master.raw)
      return
    }
    var other = new
    if other.rows > 1 { other.rows -= 1 } else { other.rows += 1 }
    try? other.apply(to: master.raw)
    repaint = (new, now + Self.repaintPause)
  }

  private func finishRepaint(now: AwakeTime) {
    guard let (size, due) = repaint, due <= now else { return }
    repaint = nil
    try? size.apply(to: master.raw)
  }

  // MARK: - The end

  /// The longest time that ``finish(_:)`` takes.
  private static let lastWords: Duration = .milliseconds(250)
  /// The time for which ``finish(_:)`` waits for one writable connection; slower watchers are left
  /// out.
  private static let lastPause: Duration = .milliseconds(50)

  /// Sends every attached terminal the rest of the output and the command's end, then closes all
  /// connections.
  ///
  /// The call blocks for at most ``lastWords``, and drops watchers that don't read. A watcher that
  /// detached just before, with all of its keys typed, isn't sent the end.
  func finish(_ ending: AttachEnding) {
    let limit = SystemClocks.awake + Self.lastWords
    for watcher in watchers where watcher.keys.isEmpty {
      _ = watcher.receive(output, isFull: isFull)
    }
    var left = watchers.filter { $0.isGreeted && !$0.isOver }
    var poller = Poller()
    while true {
      let now = SystemClocks.awake
      left.forEach { $0.send(output, drives: false, now: now) }
      left.removeAll { watcher in
        guard !watcher.hasUnsent else { return watcher.isOver }
        watcher.end(ending)
        watcher.flush()
        return true
      }
      guard !left.isEmpty, now < limit else { break }
      poller.begin()
      left.forEach { poller.watch($0.raw, .writable) }
      poller.wait(until: min(limit, now + Self.lastPause))
      left.removeAll { !poller.readiness(of: $0.raw).isAny }
    }
    watchers = []
    driver = nil
    (planned, listener) = (nil, nil)
  }
}
