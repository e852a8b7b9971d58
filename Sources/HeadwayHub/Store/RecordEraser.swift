import Dispatch
import GRDB
import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import Logging
import NIOCore

/// Makes deleted data unreadable in the record's files. Above all, this concerns the environments
/// of queued tasks, which may hold passwords. Confined to the event loop.
///
/// SQLite overwrites deleted data (`PRAGMA secure_delete`). Two kinds of copies are left:
/// - Older pages stay in the log until the log is emptied.
/// - A page that was split may keep a copy in its unused part until the file is rebuilt (VACUUM).
///
/// When a person cleans, the hub does both before it answers. When tasks leave because of the
/// settings, the hub empties the log about a second later.
final class RecordEraser {
  private let store: RecordStore
  private let queue: DispatchQueue
  private let loop: any EventLoop
  private let logger: Logger
  /// Whether deleted data may still be in the record's files.
  private var hasRemains = false
  /// Whether a clean is under way, and more of it may follow.
  private var isCleaning = false
  private var isStopped = false
  private var turn: Scheduled<Void>?

  private static let pause: TimeAmount = .seconds(1)

  /// Makes an eraser.
  ///
  /// - Parameter queue: the queue on which the record is written.
  init(store: RecordStore, queue: DispatchQueue, loop: any EventLoop, logger: Logger) {
    self.store = store
    self.queue = queue
    self.loop = loop
    self.logger = logger
  }

  /// Notes a commit that is about to be made.
  ///
  /// - Parameter count: the number of tasks that the commit deletes.
  /// - Returns: whether the caller erases right after the commit, because it completes a person's
  /// clean.
  func noteCommit(forgetting count: Int, _ followers: [AfterCommit]) -> Bool {
    let isCleaned = followers.contains { $0.isCleaned }
    if count > 0 { (hasRemains, isCleaning) = (true, isCleaning || isCleaned) }
    return isCleaning && followers.contains { $0.isCleanedToTheEnd }
  }

  /// Notes that a commit was made.
  ///
  /// - Parameter erasure: the result of erasing; nil if erasing wasn't due.
  func finish(_ erasure: Result<Void, any Error>?) {
    switch erasure {
    case .success: (hasRemains, isCleaning) = (false, false)
    case .failure(let error):
      logger.notice("cleaned tasks may still be in the record's files (\(error)); trying again")
    case nil: break
    }
    if hasRemains { eraseLater() }
  }

  func stop() {
    isStopped = true
    turn?.cancel()
  }

  private func eraseLater() {
    guard turn == nil, !isStopped else { return }
    let eraser = NIOLoopBound(self, eventLoop: loop)
    turn = loop.scheduleTask(in: Self.pause) { eraser.value.erase() }
  }

  private func erase() {
    turn = nil
    let isThorough = isCleaning
    let eraser = NIOLoopBound(self, eventLoop: loop)
    queue.async { [store, loop] in
      let result = Result { try store.erase(thoroughly: isThorough) }
      loop.execute { eraser.value.noteLateErasure(result) }
    }
  }

  private func noteLateErasure(_ result: Result<Void, any Error>) {
    if case .success = result { (hasRemains, isCleaning) = (false, false) }
    if hasRemains { eraseLater() }
  }
}

extension AfterCommit {
  fileprivate var isCleaned: Bool {
    if case .reply(_, .cleaned) = self { true } else { false }
  }

  fileprivate var isCleanedToTheEnd: Bool {
    if case .reply(_, .cleaned(_, next: nil)) = self { true } else { false }
  }
}

extension RecordStore {
  /// The size up to which the file is rebuilt. A rebuild of a larger file would make tasks that end
  /// meanwhile wait for seconds.
  private static let rebuiltBytes = 256 << 20

  /// Empties the log.
  ///
  /// - Parameter thoroughly: whether to rebuild the file before, unless the file is too large.
  func erase(thoroughly: Bool) throws {
    let connections = try current
    if thoroughly, (RegularFile(of: path)?.byteCount ?? 0) <= Self.rebuiltBytes {
      try connections.database.writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
    }
    try connections.emptyLog()
  }
}
