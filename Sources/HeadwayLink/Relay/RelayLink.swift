internal import Glibc
package import HeadwayModel
package import HeadwaySystem
internal import HeadwayWire
internal import Synchronization

/// The supervisor's way to a hub on another machine: two files in a folder that both machines see.
///
/// The supervisor of a cluster's job starts no hub on its node. The link writes the state of the
/// task at the begin and at the end at once, and in between at most every 5 s and only if the state
/// has changed. A mere sign of life is written every 15 s. The link looks for orders every 5 s.
///
/// No function blocks or throws: a file system of the network may block, so a thread of its own does
/// all work with files. One thread may use a link.
package final class RelayLink {
  private let description: TaskDescription
  private let files: RelayFiles
  private var whole: WorkerReport
  private var ending: TaskEnding?
  private var endedAt: WallTime?
  private var pace = RelayPace()
  private var exchange: RelayExchange?
  /// The number of the last order that was obeyed; nil before the first look, whose orders are of an
  /// earlier run on another node.
  private var obeyedThrough: Int?
  private var isEndWritten = false
  /// The time of the last look at the thread that is at work, and the pause until the next.
  private var checkedAt: AwakeTime?
  private var checkPause = RelayPace.lookPause

  /// Makes a link of a task that begins now.
  ///
  /// - Parameter obeysEarlierOrders: whether orders that are there already count. They don't for a
  ///   job that the cluster runs once more.
  package init(
    task: TaskDescription, files: RelayFiles, obeysEarlierOrders: Bool
  ) {
    (description, self.files) = (task, files)
    whole = WorkerReport()
    obeyedThrough = obeysEarlierOrders ? 0 : nil
  }

  /// The descriptor to poll: none.
  package var descriptor: CInt? { nil }
  /// Whether bytes wait for a socket: never.
  package var wantsWrite: Bool { false }

  /// The time at which ``step(now:)`` must be called.
  package var nextDeadline: AwakeTime? {
    if isSettled { return nil }
    guard exchange != nil else { return pace.nextDeadline }
    return (checkedAt ?? .origin) + checkPause
  }

  /// Whether the end is written, or there is none to write any more.
  package var isSettled: Bool { isEndWritten }

  /// Queues the changed fields of the state.
  package func report(_ report: WorkerReport) {
    let before = whole
    whole = whole.superseded(by: report)
    if whole != before { pace.noteChange() }
  }

  /// Notes that the command is alive.
  package func heartbeat() { pace.noteSign() }

  /// Ends the task. Only the first end counts.
  package func end(_ ending: TaskEnding, now: AwakeTime) {
    guard self.ending == nil else { return }
    self.ending = ending
    endedAt = WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds)
    pace.noteEnd()
    _ = step(now: now)
  }

  /// Begins an exchange of files if one is due, and returns the orders that the last one found.
  package func step(now: AwakeTime) -> [WorkerOrder] {
    var orders: [WorkerOrder] = []
    if let done = exchange, done.isDone {
      exchange = nil
      orders = take(done, now: now)
    }
    if exchange != nil {
      (checkedAt, checkPause) = (now, min(checkPause * 2, .seconds(1)))
    }
    if exchange == nil, let task = pace.next(at: now), !isEndWritten {
      let state = RelayedState(description, whole, ending, endedAt: endedAt)
      exchange = RelayExchange(
        files, writing: task == .write ? state.lines : nil, isDurable: pace.isMilestone,
        hasEnd: ending != nil, at: now)
      (checkedAt, checkPause) = (now, RelayPace.lookPause)
      if task == .write { pace.noteWrite(at: now) } else { pace.noteLook(at: now) }
    }
    return orders
  }

  private func take(_ done: RelayExchange, now: AwakeTime) -> [WorkerOrder] {
    switch done.outcome {
    case .written where done.hasEnd: isEndWritten = true
    case .failed: pace.noteFailure(at: now)
    case .written, .looked: break
    }
    guard let bytes = done.orders else { return [] }
    let found = RelayedOrders(lines: bytes, of: description.key)
    defer { obeyedThrough = max(obeyedThrough ?? 0, found.lastNumber) }
    return obeyedThrough.map { found.orders(after: $0) } ?? []
  }
}

/// The times at which the files are written and read.
struct RelayPace: Hashable, Sendable {
  /// The shortest time between two writes, and the time between two looks.
  static let pause: Duration = .seconds(5)
  /// The time between two writes that only show a sign of life.
  static let signPause: Duration = .seconds(15)
  /// The time between looks at a thread that is at work.
  static let lookPause: Duration = .milliseconds(10)

  enum Task { case write, look }

  private var wroteAt: AwakeTime?
  private var lookedAt: AwakeTime?
  private var hasChange = true
  private var hasSign = false
  /// Whether the next write is of the begin or the end, which can't wait.
  private(set) var isMilestone = true
  /// The time of the next try after a failure.
  private var retriesAt: AwakeTime?

  mutating func noteChange() { hasChange = true }
  mutating func noteSign() { hasSign = true }
  mutating func noteEnd() { (hasChange, isMilestone) = (true, true) }

  mutating func noteWrite(at now: AwakeTime) {
    (wroteAt, lookedAt) = (now, now)
    (hasChange, hasSign, isMilestone, retriesAt) = (false, false, false, nil)
  }

  mutating func noteLook(at now: AwakeTime) { lookedAt = now }

  mutating func noteFailure(at now: AwakeTime) {
    (hasChange, isMilestone) = (true, true)
    retriesAt = now + .seconds(1)
  }

  /// The time of the next write or look.
  var nextDeadline: AwakeTime {
    let look = lookedAt.map { $0 + Self.pause } ?? .origin
    guard let write = nextWrite else { return look }
    return min(write, look)
  }

  private var nextWrite: AwakeTime? {
    if isMilestone { return retriesAt ?? .origin }
    guard let wroteAt else { return .origin }
    if hasChange { return wroteAt + Self.pause }
    return hasSign ? wroteAt + Self.signPause : nil
  }

  /// Returns the work that is due at `now`; nil for none. A write looks for orders too.
  func next(at now: AwakeTime) -> Task? {
    if let write = nextWrite, write <= now { return .write }
    return nextDeadline <= now ? .look : nil
  }
}

/// An exchange of the files, on a thread of its own.
final class RelayExchange: Sendable {
  enum Outcome: Sendable { case written, looked, failed }

  private struct Result: Sendable {
    var outcome = Outcome.failed
    var orders: [UInt8]?
  }

  let hasEnd: Bool
  let startedAt: AwakeTime
  private let files: RelayFiles
  private let lines: [UInt8]?
  private let isDurable: Bool
  private let result = Mutex<Result?>(nil)

  /// Starts the exchange. If no thread can be created, the exchange is done at the return.
  init(
    _ files: RelayFiles, writing lines: [UInt8]?, isDurable: Bool, hasEnd: Bool, at now: AwakeTime
  ) {
    (self.files, self.lines) = (files, lines)
    (self.isDurable, self.hasEnd, startedAt) = (isDurable, hasEnd, now)
    let reference = Unmanaged.passRetained(self)
    var thread = pthread_t()
    if pthread_create(&thread, nil, exchangeRelayed, reference.toOpaque()) == 0 {
      pthread_detach(thread)
    } else {
      reference.release()
      perform()
    }
  }

  var isDone: Bool { result.withLock { $0 != nil } }
  var outcome: Outcome { result.withLock { $0?.outcome ?? .failed } }
  var orders: [UInt8]? { result.withLock { $0?.orders } }

  fileprivate func perform() {
    var found = Result()
    do throws(SystemError) {
      if let lines { try DurableFile.write(lines, to: files.state, isDurable: isDurable) }
      found.outcome = lines == nil ? .looked : .written
    } catch {
      found.outcome = .failed
    }
    found.orders =
      (try? DurableFile.read(files.orders, byteLimit: RelayedOrders.byteLimit)) ?? nil
    result.withLock { $0 = found }
  }
}

/// The start routine of pthread_create(3).
private func exchangeRelayed(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument {
    Unmanaged<RelayExchange>.fromOpaque(argument).takeRetainedValue().perform()
  }
  return nil
}
