internal import HeadwayCore
internal import HeadwaySystem
internal import HeadwayWire

/// Who is attached to the command's terminal, and which of them has the keys: the one who came or
/// typed last. Nothing here waits.
final class AttachServer {
  /// How many can be attached.
  private static let greetedLimit = 16
  /// How many connections may have said no hello yet. They take nobody's place: the oldest of them
  /// gives way to the next connection.
  private static let silentLimit = 16
  private static let helloPatience: Duration = .seconds(5)
  /// How many connections are accepted before output has its turn again.
  private static let admissionLimit = 64
  /// How long nobody is accepted for want of descriptors: who waits makes the socket readable.
  private static let shortagePause: Duration = .seconds(1)
  /// Nil once nobody is admitted any more.
  private var listener: AttachListener?
  private let master: OwnedDescriptor
  private var output = RecentOutput()
  private var watchers: [Watcher] = []
  private(set) var driver: Watcher?
  /// The end of a shortage of descriptors; nil while there is none.
  private var admitsAgain: Duration?
  private var repaint: (size: WindowSize, due: Duration)?
  /// How long a program sees another size before it sees its own again, so that it draws anew.
  private static let repaintPause: Duration = .milliseconds(60)

  /// Nil where nobody can be listened for.
  init?(at place: SocketPlace, master: OwnedDescriptor) {
    guard let listener = AttachListener(at: place) else { return nil }
    self.listener = listener
    self.master = master
  }

  /// What a step came to.
  struct Outcome {
    /// Keys went to the command.
    var hasTyped = false
    /// What they mean.
    var signals = TypedSignals()
  }

  // MARK: - Output

  /// `isUnedited`: line feeds go without the carriage returns that a raw terminal needs.
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

  func watch(_ poller: inout Poller, now: Duration) {
    if let listener, admitsAgain == nil { poller.watch(listener.raw, .readable) }
    for watcher in watchers {
      let reads: Readiness = watcher.keys.isEmpty ? .readable : []
      let writes: Readiness = watcher.wantsWrite(output, now: now) ? .writable : []
      poller.watch(watcher.raw, reads.union(writes))
    }
    if watchers.contains(where: { !$0.keys.isEmpty }) { poller.watch(master.raw, .writable) }
  }

  func deadline(now: Duration) -> Duration? {
    if watchers.isEmpty, repaint == nil { return admitsAgain }
    let ofWatchers = watchers.map { $0.isGreeted ? $0.deadline(output, now: now) : $0.helloDue }
    return (ofWatchers + [repaint?.due, admitsAgain]).compactMap { $0 }.min()
  }

  func step(_ poller: borrowing Poller, now: Duration) -> Outcome {
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
    // Last: a number that was just closed may be that of the next connection.
    if let listener, poller.readiness(of: listener.raw).isAny {
      admit(from: listener, now: now, &outcome)
    }
    finishRepaint(now: now)
    return outcome
  }

  // MARK: - Who comes

  private func admit(from listener: AttachListener, now: Duration, _ outcome: inout Outcome) {
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

  /// False where every connection has said hello.
  @discardableResult
  private func dropOldestSilent() -> Bool {
    guard let oldest = watchers.first(where: { !$0.isGreeted }) else { return false }
    oldest.refuse("too many connections said no hello; try again")
    return true
  }

  private func refuseSilent(now: Duration) {
    for watcher in watchers where !watcher.isGreeted && !watcher.isOver && watcher.helloDue <= now {
      watcher.refuse(SanitisedText("no hello came within \(Self.helloPatience.spoken)"))
    }
  }

  private var isFull: Bool { watchers.count(where: \.isGreeted) >= Self.greetedLimit }

  private func hear(_ watcher: Watcher, now: Duration, _ outcome: inout Outcome) {
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

  /// Who left in the middle of what the command doesn't take has typed no more than that.
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

  /// The terminal at hand has the keys again.
  func giveUpKeys() { driver = nil }

  /// A terminal that doesn't know its size changes nothing. To the size that holds already it goes by
  /// way of another: only so does every full-screen program draw anew.
  private func resize(to size: AttachSize?, now: Duration) {
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

  private func finishRepaint(now: Duration) {
    guard let (size, due) = repaint, due <= now else { return }
    repaint = nil
    try? size.apply(to: master.raw)
  }

  // MARK: - The end

  private static let lastWords: Duration = .milliseconds(250)
  private static let lastPause: Duration = .milliseconds(50)

  /// Tells everybody how it ended, after the rest of the output; who doesn't take it isn't waited for.
  /// Whose keys were all typed, and who has left since, isn't told that it ended before.
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
    listener = nil
  }
}
