import Dispatch
import HeadwayCore
import HeadwaySystem
import Logging
import NIOCore

/// Keeps the record and the logs as small as the settings say: looks when the hub starts, and when
/// enough has ended since; no timer wakes it. Confined to the event loop; reads and removes off it.
final class RecordKeeper {
  private let store: RecordStore
  private let logs: TaskLogs
  private let loop: any EventLoop
  private let logger: Logger
  private let queue = DispatchQueue(label: "headway.keeper", qos: .utility)
  /// What is too old is to leave the record.
  private let found: ([TaskKey]) -> Void
  /// Neither live nor in the live list.
  private let isUnlisted: (TaskKey) -> Bool
  private var pace = RetentionPace()
  private var isLooking = false
  private var looksAgain = false
  var retention: Retention
  var keepEnded: Duration

  init(
    store: RecordStore, paths: HeadwayPaths, loop: any EventLoop, logger: Logger,
    settings: HubEngineSettings, isUnlisted: @escaping (TaskKey) -> Bool,
    found: @escaping ([TaskKey]) -> Void
  ) {
    self.store = store
    logs = TaskLogs(paths: paths)
    self.loop = loop
    self.logger = logger
    retention = settings.retention
    keepEnded = settings.core.keepEnded
    self.isUnlisted = isUnlisted
    self.found = found
  }

  /// So many ended tasks are in the record now.
  func noteEnds(_ count: Int) {
    if pace.noteEnds(count, retention, at: HubClock.now.awake) { look() }
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
      guard let cutoff else { return keeper.lookAtLogs() }
      keeper.goOn(before: cutoff, after: RecordStore.AgePosition())
    }
  }

  private func goOn(before cutoff: WallTime, after position: RecordStore.AgePosition) {
    inBackground({ [store] in
      var position = position
      let keys = try store.ended(before: cutoff, after: &position)
      return (keys, position)
    }) { keeper, page in
      guard !page.0.isEmpty else { return keeper.lookAtLogs() }
      keeper.found(page.0)
      keeper.goOn(before: cutoff, after: page.1)
    }
  }

  private func lookAtLogs() {
    guard let limit = retention.logBytes else { return finish() }
    inBackground({ [logs, store] in
      let excess = logs.excess(over: limit)
      let ended = try store.ended(of: excess.files.map(\.key))
      return (files: excess.files.filter { ended.contains($0.key) }, bytes: excess.bytes)
    }) { keeper, excess in
      var bytes = excess.bytes
      let chosen = excess.files.filter { files in
        guard bytes > 0, keeper.isUnlisted(files.key) else { return false }
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
        case .failure(let error):
          keeper.isLooking = false
          keeper.logger.error("what the record keeps can't be looked at (\(error))")
        }
      }
    }
  }
}
