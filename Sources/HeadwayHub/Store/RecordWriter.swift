import Dispatch
import HeadwayCore
import Logging
import NIOCore

/// Writes records off the event loop, everything that waits in one commit, and tells when it is on
/// disk. While the disk refuses, all is kept and tried again. Confined to the event loop.
final class RecordWriter {
  private let store: RecordStore
  private let loop: any EventLoop
  private let logger: Logger
  private let queue = DispatchQueue(label: "headway.record")
  private let afterCommit: (AfterCommit) -> Void
  private var pending: [TaskKey: TaskRecord] = [:]
  private var followers: [AfterCommit] = []
  private var isBusy = false
  private var warned = false
  private var drained: [() -> Void] = []

  private static let retryPause: TimeAmount = .seconds(1)
  /// How long a begin may wait for company: a short task's begin and end are one commit.
  private static let beginPause: TimeAmount = .milliseconds(5)

  init(
    store: RecordStore, loop: any EventLoop, logger: Logger,
    afterCommit: @escaping (AfterCommit) -> Void
  ) {
    self.store = store
    self.loop = loop
    self.logger = logger
    self.afterCommit = afterCommit
  }

  func save(_ record: TaskRecord, then followers: [AfterCommit]) {
    pending[record.description.key] = record
    self.followers += followers
    if followers.allSatisfy(\.isBegin) {
      let writer = NIOLoopBound(self, eventLoop: loop)
      loop.scheduleTask(in: Self.beginPause) { writer.value.writeIfIdle() }
    } else {
      writeIfIdle()
    }
  }

  /// Calls `body` once nothing waits to be written.
  func whenDrained(_ body: @escaping () -> Void) {
    if isBusy || !pending.isEmpty { drained.append(body) } else { body() }
  }

  private func writeIfIdle() {
    guard !isBusy, !pending.isEmpty else { return }
    isBusy = true
    let batch = Array(pending.values)
    let batchFollowers = followers
    pending.removeAll()
    followers.removeAll()
    let writer = NIOLoopBound(self, eventLoop: loop)
    queue.async { [store, loop] in
      let result = Result { try store.save(batch) }
      loop.execute { writer.value.finish(batch, batchFollowers, result) }
    }
  }

  private func finish(
    _ batch: [TaskRecord], _ batchFollowers: [AfterCommit], _ result: Result<Void, any Error>
  ) {
    isBusy = false
    switch result {
    case .success:
      if warned { logger.notice("the record is written again") }
      warned = false
      batchFollowers.forEach(afterCommit)
      writeIfIdle()
      tellIfDrained()
    case .failure(let error): retry(batch, batchFollowers, after: error)
    }
  }

  private func tellIfDrained() {
    guard !isBusy, pending.isEmpty else { return }
    let bodies = drained
    drained.removeAll()
    bodies.forEach { $0() }
  }

  private func retry(
    _ batch: [TaskRecord], _ batchFollowers: [AfterCommit], after error: any Error
  ) {
    if !warned { logger.error("the record can't be written (\(error)); trying every second") }
    warned = true
    for record in batch where pending[record.description.key] == nil {
      pending[record.description.key] = record
    }
    followers = batchFollowers + followers
    isBusy = true
    let writer = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleTask(in: Self.retryPause) {
      writer.value.isBusy = false
      writer.value.writeIfIdle()
    }
  }
}

extension AfterCommit {
  /// The acknowledgement of a begin, which no worker waits for.
  fileprivate var isBegin: Bool {
    switch self {
    case .reply(_, .begun): true
    case .reply, .removeSpooledEnd: false
    }
  }
}
