import HeadwayModel
import HeadwayMonitor
import HeadwaySystem

/// The logs of the tasks whose output the monitor shows. Each log is read from near its end, and
/// then as it grows.
final class OutputTails {
  private let paths: HeadwayPaths
  private var tails: [OutputTail] = []
  /// The awake time until which logs aren't read. After each read the logs rest, so that a log that
  /// grows constantly leaves time for keys.
  private var restsUntil: AwakeTime?

  /// The length of a rest.
  private static let rest: Duration = .milliseconds(50)

  init(paths: HeadwayPaths) { self.paths = paths }

  /// Follows exactly the requested logs. Logs that were followed before keep their position.
  func follow(_ requests: [OutputRequest]) {
    tails = requests.map { request in
      tails.first { $0.request == request } ?? OutputTail(request, paths)
    }
    restsUntil = nil
  }

  /// The awake time of the next read. Nil if nothing is to be read before a file changes.
  var nextDeadline: AwakeTime? {
    tails.contains { !$0.isRead } ? restsUntil ?? SystemClocks.awake : restsUntil
  }

  /// Watches the logs for changes, unless they rest.
  func watch(with poller: inout Poller) {
    guard restsUntil == nil else { return }
    for tail in tails {
      tail.watchWhatAppeared()
      if let descriptor = tail.descriptor { poller.watch(descriptor, .readable) }
    }
  }

  /// The output written since the last call.
  func news(_ poller: Poller) -> [MonitorEvent] {
    if let restsUntil, SystemClocks.awake < restsUntil { return [] }
    let hadRest = restsUntil != nil
    restsUntil = nil
    let events = tails.flatMap { tail in
      let isReady = tail.descriptor.map { poller.readiness(of: $0).isAny } ?? false
      return isReady || hadRest || !tail.isRead ? tail.news() : []
    }
    if !events.isEmpty { restsUntil = SystemClocks.awake + Self.rest }
    return events
  }
}

/// The log of one task: of its last launch, or of an earlier one.
private final class OutputTail {
  let request: OutputRequest
  /// Whether the last read reached the end.
  private(set) var isRead = false
  private let paths: HeadwayPaths
  private var launch: Int
  private var watch: FileWatch?
  private var files: LogFiles?
  /// Whether the model knows that there is no log.
  private var hasTold = false

  /// The line in place of output that was lost.
  private static var gap: String {
    let note = String(
      localized: "[headway: the task writes faster than the monitor reads: a part is left out]")
    return "\n\(note)\n"
  }
  /// The number of bytes read at once.
  private static let portion = 1 << 20

  init(_ request: OutputRequest, _ paths: HeadwayPaths) {
    self.request = request
    self.paths = paths
    launch = max(1, (paths.lastLaunch(of: request.key.task) ?? 1) - request.launchesBack)
    watch = FileWatch(of: path)
  }

  var descriptor: CInt? { watch?.descriptor }

  private var path: String {
    request.elsewhere ?? paths.log(ofKey: request.key.task, launch: launch)
  }

  /// The output written since the last call. Reports a new launch and a missing log first.
  func news() -> [MonitorEvent] {
    watch?.drain()
    if request.launchesBack == 0, request.elsewhere == nil { turnToNextLaunch() }
    var beginning = open()
    guard let files else { return beginning }
    if request.needsOnlyEnd, files.turnOver() || files.unreadByteCount > request.byteLimit {
      let isCut = files.seek(toLastBytes: request.byteLimit)
      beginning = [.outputBegan(request.key, isCut: isCut)]
    }
    var output: [UInt8] = []
    isRead = files.read(atMost: Self.portion) { output += $0 }
    if isRead {
      if files.turnOver() { output += Array(Self.gap.utf8) }
      isRead = files.read(atMost: Self.portion) { output += $0 }
    }
    return beginning + (output.isEmpty ? [] : [.output(request.key, output)])
  }

  /// Starts watching the log if that failed before, because the directory of logs didn't exist.
  func watchWhatAppeared() {
    guard watch == nil else { return }
    watch = FileWatch(of: path)
    if watch != nil { isRead = false }
  }

  /// Moves to the log of the next launch if there is one.
  private func turnToNextLaunch() {
    while RegularFile(of: paths.log(ofKey: request.key.task, launch: launch + 1)) != nil {
      launch += 1
      files = nil
      watch = FileWatch(of: path)
    }
  }

  /// Opens the log, if it isn't open yet, near its end.
  private func open() -> [MonitorEvent] {
    guard files == nil else { return [] }
    files = request.elsewhere.map { LogFiles(file: $0) } ?? LogFiles(path: path)
    guard let files else {
      isRead = true
      defer { hasTold = true }
      return hasTold ? [] : [.outputMissing(request.key)]
    }
    return [.outputBegan(request.key, isCut: files.seek(toLastBytes: request.byteLimit))]
  }
}
