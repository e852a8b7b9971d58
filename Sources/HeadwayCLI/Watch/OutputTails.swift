import HeadwayCore
import HeadwayMonitor
import HeadwaySystem

/// The logs of tasks whose output the monitor shows: their ends, and what is written from then on.
final class OutputTails {
  private let paths: HeadwayPaths
  private var tails: [OutputTail] = []
  /// A log that is written to all the time is looked at now and then, so that keys are still heard.
  private var restsUntil: Duration?

  private static let rest: Duration = .milliseconds(50)

  init(paths: HeadwayPaths) { self.paths = paths }

  func follow(_ requests: [OutputRequest]) {
    tails = requests.map { request in
      tails.first { $0.request == request } ?? OutputTail(request, paths)
    }
    restsUntil = nil
  }

  /// Nil while only the descriptors tell.
  var nextDeadline: Duration? {
    tails.contains { !$0.isRead } ? restsUntil ?? SystemClocks.awake : restsUntil
  }

  func watch(with poller: inout Poller) {
    guard restsUntil == nil else { return }
    for tail in tails {
      tail.watchWhatAppeared()
      if let descriptor = tail.descriptor { poller.watch(descriptor, .readable) }
    }
  }

  /// What came since the last time.
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

/// One of them; of its task's last launch.
private final class OutputTail {
  let request: OutputRequest
  /// There was no more the last time.
  private(set) var isRead = false
  private let paths: HeadwayPaths
  private var launch: Int
  private var watch: FileWatch?
  private var files: LogFiles?
  private var hasTold = false

  private static let gap = "\n[headway: written faster than it is read here: a part is left out]\n"
  /// In bytes, at once.
  private static let portion = 1 << 20

  init(_ request: OutputRequest, _ paths: HeadwayPaths) {
    self.request = request
    self.paths = paths
    launch = paths.lastLaunch(of: request.key) ?? 1
    watch = FileWatch(of: path)
  }

  var descriptor: CInt? { watch?.descriptor }

  private var path: String { paths.log(ofKey: request.key, launch: launch) }

  func news() -> [MonitorEvent] {
    watch?.drain()
    turnToNextLaunch()
    let beginning = open()
    guard let files else { return beginning }
    var output: [UInt8] = []
    isRead = files.read(atMost: Self.portion) { output += $0 }
    if isRead {
      if files.turnOver() { output += Array(Self.gap.utf8) }
      isRead = files.read(atMost: Self.portion) { output += $0 }
    }
    return beginning + (output.isEmpty ? [] : [.output(request.key, output)])
  }

  /// Where nothing was ever kept, the directory of logs comes with the first of them.
  func watchWhatAppeared() {
    guard watch == nil else { return }
    watch = FileWatch(of: path)
    if watch != nil { isRead = false }
  }

  private func turnToNextLaunch() {
    while RegularFile(of: paths.log(ofKey: request.key, launch: launch + 1)) != nil {
      launch += 1
      files = nil
      watch = FileWatch(of: path)
    }
  }

  private func open() -> [MonitorEvent] {
    guard files == nil else { return [] }
    files = LogFiles(path: path)
    guard let files else {
      isRead = true
      defer { hasTold = true }
      return hasTold ? [] : [.outputMissing(request.key)]
    }
    return [.outputBegan(request.key, isCut: files.seek(toLastBytes: request.byteLimit))]
  }
}
