import Dispatch
import GRDB
import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import Logging
import NIOCore

/// Makes what left the record unreadable in its files: the environments of queued tasks above all,
/// which have passwords in them. Confined to the event loop.
///
/// SQLite overwrites what it deletes (`PRAGMA secure_delete`). Two copies are left all the same:
/// older pages stay in the log until it is emptied, and a page that was split may keep a copy in
/// its unused part until the file is rebuilt (VACUUM). When a person cleans, both happen before the
/// answer. What leaves by the settings is gone from the log a moment later.
final class RecordEraser {
  private let store: RecordStore
  private let queue: DispatchQueue
  private let loop: any EventLoop
  private let logger: Logger
  /// Some of what left the record may still be in its files.
  private var hasRemains = false
  /// Whether a clean is under way, and more of it may follow.
  private var isCleaning = false
  private var isStopped = false
  private var turn: Scheduled<Void>?

  private static let pause: TimeAmount = .seconds(1)

  /// `queue` is the one on which the record is written.
  init(store: RecordStore, queue: DispatchQueue, loop: any EventLoop, logger: Logger) {
    self.store = store
    self.queue = queue
    self.loop = loop
    self.logger = logger
  }

  /// Whether the commit, which takes out so many tasks, is to be followed by `RecordStore/erase` at
  /// once: the last of what a person cleans.
  func noteCommit(forgetting count: Int, _ followers: [AfterCommit]) -> Bool {
    let isCleaned = followers.contains { $0.isCleaned }
    if count > 0 { (hasRemains, isCleaning) = (true, isCleaning || isCleaned) }
    return isCleaning && followers.contains { $0.isCleanedToTheEnd }
  }

  /// Notes a commit.
  ///
  /// - Parameter erasure: The result of erasing; nil if erasing wasn't due.
  func finish(_ erasure: Result<Void, any Error>?) {
    switch erasure {
    case .success: (hasRemains, isCleaning) = (false, false)
    case .failure(let error):
      logger.notice("what was cleaned may still be in the record's files (\(error)); trying again")
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
  /// A larger file would keep what ends meanwhile waiting for seconds.
  private static let rebuiltBytes = 256 << 20

  /// Empties the log, and before that rebuilds the file if it is to be done `thoroughly`.
  func erase(thoroughly: Bool) throws {
    let connections = try current
    if thoroughly, (RegularFile(of: path)?.byteCount ?? 0) <= Self.rebuiltBytes {
      try connections.database.writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
    }
    try connections.emptyLog()
  }
}
