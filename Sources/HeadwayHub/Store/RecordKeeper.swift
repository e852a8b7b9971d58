import Dispatch
import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import Logging
import NIOCore

/// Keeps the record and the logs within the limits of the settings.
///
/// The keeper looks when the hub starts, and when enough tasks have ended since its last look. No
/// timer wakes it. It is confined to the event loop, and reads and removes off the loop.
final class RecordKeeper {
  private let store: RecordStore
  private let logs: TaskLogs
  private let loop: any EventLoop
  private let logger: Logger
  private let queue = DispatchQueue(label: "headway.keeper", qos: .utility)
  /// Called with tasks that are to be deleted from the record.
  private let found: ([TaskKey]) -> Void
  /// Whether the task isn't in the live list.
  private let isUnlisted: (TaskKey) -> Bool
  /// The number of the last begun launch of each live task that refreshes.
  private let lastRuns: () -> [TaskKey: Int]
  private var pace = RetentionPace()
  private var isLooking = false
  private var looksAgain = false
  var retention: Retention
  var keepEnded: Duration

  init(
    store: RecordStore, paths: HeadwayPaths, loop: any EventLoop, logger: Logger,
    settings: HubEngineSettings, isUnlisted: @escaping (TaskKey) -> Bool,
    lastRuns: @escaping () -> [TaskKey: Int], found: @escaping ([TaskKey]) -> Void
  ) {
    self.store = store
    logs = TaskLogs(paths: paths)
    self.loop = loop
    self.logger = logger
    retention = settings.retention
    keepEnded = settings.core.keepEnded
    self.isUnlisted = isUnlisted
    self.lastRuns = lastRuns
    self.found = found
  }

  /// Notes that the record has these tasks, which have ended or wait for their next run.
  func noteEnds(_ records: [TaskRecord]) {
    for record in records where record.ending == nil { forgetRun(before: record) }
    let count = records.count
    if pace.noteEnds(count, retention, at: HubClock.now.awake) { look() }
  }

  /// Removes the log of the run that the limit of runs no longer allows.
  private func forgetRun(before record: TaskRecord) {
    let launch = record.description.launch - 1 - retention.runLimit
    guard launch > 0 else { return }
    queue.async { [logs] in logs.remove(record.description.key, launch: launch) }
  }

  func look() {
    guard !retention.isEmpty else { return }
    guard !isLooking else {
      looksAgain = true
      return
    }
    isLooking = true
    let now = HubClock.now
    pace.noteLook(at: now.awake)
    let listed = now.wall.advanced(by: .zero - keepEnded)
    inBackground({ [store, retention] in
      try store.cutoff(retention, at: now.wall, listed: listed)
    }) { keeper, cutoff in
      guard let cutoff else { return keeper.lookAtRuns() }
      keeper.goOn(before: cutoff, after: RecordStore.AgePosition())
    }
  }

  private func goOn(before cutoff: WallTime, after position: RecordStore.AgePosition) {
    inBackground({ [store] in
      var position = position
      let keys = try store.ended(before: cutoff, after: &position)
      return (keys, position)
    }) { keeper, page in
      guard !page.0.isEmpty else { return keeper.lookAtRuns() }
      keeper.found(page.0)
      keeper.goOn(before: cutoff, after: page.1)
    }
  }

  /// Removes logs of earlier runs of tasks that refresh. Such a task doesn't end, so the limits
  /// apply to its runs.
  private func lookAtRuns() {
    let launches = lastRuns()
    guard !launches.isEmpty else { return lookAtLogs() }
    let now = Duration.milliseconds(HubClock.now.wall.millisecondsSinceEpoch)
    inBackground({ [logs, retention] in
      for runs in logs.earlierRuns(than: launches) {
        for (place, files) in runs.enumerated()
        where !retention.keepsRun(inPlace: place + 2, writtenAgo: now - files.writtenAt) {
          logs.remove(files)
        }
      }
    }) { keeper, _ in keeper.lookAtLogs() }
  }

  private func lookAtLogs() {
    guard let limit = retention.logBytes else { return finish() }
    let launches = lastRuns()
    func isEarlierRun(_ files: TaskLogs.Files) -> Bool {
      launches[files.key].map { files.launch < $0 } ?? false
    }
    inBackground({ [logs, store] in
      let excess = logs.excess(over: limit)
      let ended = try store.ended(of: Array(Set(excess.files.map(\.key))))
      return (files: excess.files, ended: ended, bytes: excess.bytes)
    }) { keeper, excess in
      var bytes = excess.bytes
      let chosen = excess.files.filter { files in
        let isOver = excess.ended.contains(files.key) && keeper.isUnlisted(files.key)
        guard bytes > 0, isOver || isEarlierRun(files) else { return false }
        bytes -= files.bytes
        return true
      }
      keeper.inBackground({ [logs = keeper.logs] in chosen.forEach(logs.remove) }) { keeper, _ in
        keeper.finish()
      }
    }
  }

  private func finish() {
    isLooking = false
    guard looksAgain else { return }
    looksAgain = false
    look()
  }

  private func inBackground<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value,
    then body: @escaping (RecordKeeper, Value) -> Void
  ) {
    let bound = NIOLoopBound((self, body), eventLoop: loop)
    queue.async { [loop] in
      let result = Result { try work() }
      loop.execute {
        let (keeper, body) = bound.value
        switch result {
        case .success(let value): body(keeper, value)
        case .failure(let error) where RecordStore.isOfClosing(error): break
        case .failure(let error):
          keeper.isLooking = false
          keeper.logger.error("the record can't be searched for old tasks (\(error))")
        }
      }
    }
  }
}
