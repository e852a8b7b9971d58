import Dispatch
import HeadwayHubCore
import HeadwayModel
import Logging
import NIOCore

/// Reads earlier runs off the event loop, half a second after the first request, for all requests
/// of that time together. A task that has ended by then needs none. Confined to the event loop.
final class HistoryReader {
  private let store: RecordStore
  private let loop: any EventLoop
  private let logger: Logger
  private let queue = DispatchQueue(label: "headway.history")
  private let isWanted: (TaskKey) -> Bool
  private let found: (TaskKey, TaskHistory) -> Void
  private var wanted: [(task: TaskKey, of: HistoryKey)] = []

  private static let pause: TimeAmount = .milliseconds(500)

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - isWanted: whether a task still needs its earlier runs, asked when the reading begins.
  ///   - found: called with the earlier runs of each task that has any.
  init(
    store: RecordStore, loop: any EventLoop, logger: Logger,
    isWanted: @escaping (TaskKey) -> Bool, found: @escaping (TaskKey, TaskHistory) -> Void
  ) {
    self.store = store
    self.loop = loop
    self.logger = logger
    self.isWanted = isWanted
    self.found = found
  }

  func read(_ key: HistoryKey, for task: TaskKey) {
    wanted.append((task, key))
    guard wanted.count == 1 else { return }
    let reader = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleTask(in: Self.pause) { reader.value.readWanted() }
  }

  private func readWanted() {
    let batch = wanted.filter { isWanted($0.task) }
    wanted.removeAll()
    guard !batch.isEmpty else { return }
    let reader = NIOLoopBound(self, eventLoop: loop)
    let keys = batch.map(\.of)
    let tasks = batch.map(\.task)
    queue.async { [store, loop] in
      let result = Result { try store.histories(of: keys) }
      loop.execute { reader.value.finish(tasks, result) }
    }
  }

  private func finish(_ tasks: [TaskKey], _ result: Result<[TaskHistory], any Error>) {
    switch result {
    case .success(let histories):
      for (task, history) in zip(tasks, histories) where !history.runs.isEmpty {
        found(task, history)
      }
    case .failure(let error) where RecordStore.isOfClosing(error): break
    case .failure(let error): logger.error("earlier runs can't be read (\(error))")
    }
  }
}
