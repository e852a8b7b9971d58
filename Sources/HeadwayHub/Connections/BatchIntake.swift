import HeadwayHubCore
import HeadwayModel
import HeadwayWire

/// The batches that arrive task by task, one for each connection. The hub queues nothing of a batch
/// before its last task.
struct BatchIntake {
  private struct Batch {
    let key: TaskKey
    var tasks: [BatchedSubmission] = []
    var payloads: [TaskKey: LaunchPayload] = [:]
    /// The payload that patches change; nil until the first patch.
    var base: LaunchPayload?
    var byteCount = 0
    /// Whether the hub has refused the batch. The rest of the batch is passed over.
    var isRefused = false
  }

  private var arriving: [ConnectionID: Batch] = [:]
  private var byteCount = 0

  /// The result of adding a task.
  enum Outcome {
    /// More tasks have to come.
    case incomplete
    case complete([BatchedSubmission])
    case refused(ErrorCode, String)
  }

  /// The number of bytes that a task counts besides its command and variables.
  private static let taskSize = 512
  /// The greatest number of bytes of all batches together.
  private static let totalLimit = 2 * BatchedSubmission.byteLimit

  /// The key of the payload that the task needs and that the intake doesn't have yet: that of the
  /// task itself, or that of its batch. Nil if a patch is enough.
  func neededPayload(of submit: SubmitMessage, from connection: ConnectionID) -> TaskKey? {
    guard submit.patch != nil, let key = submit.batch else { return submit.begin.description.key }
    let batch = arriving[connection]
    return batch?.key == key && (batch?.base != nil || batch?.isRefused == true) ? nil : key
  }

  /// Adds a task. A task of another batch drops the tasks before.
  ///
  /// - Parameters:
  ///   - payload: the payload that came for ``neededPayload(of:from:)``; nil if none has.
  ///   - room: the number of tasks that the queue still takes.
  mutating func add(
    _ submit: SubmitMessage, _ payload: LaunchPayload?, from connection: ConnectionID, room: Int
  ) -> Outcome {
    guard let key = submit.batch else { return .incomplete }
    if arriving[connection]?.key != key { forget(connection) }
    var batch = arriving.removeValue(forKey: connection) ?? Batch(key: key)
    guard !batch.isRefused else {
      arriving[connection] = batch
      return .incomplete
    }
    let before = batch.byteCount
    let problem = Self.add(submit, payload, to: &batch) ?? limit(of: batch, besides: before, room)
    byteCount += batch.byteCount - before
    arriving[connection] = batch
    if let problem {
      refuse(connection)
      return .refused(problem.code, problem.message)
    }
    return submit.batchSize == nil ? .incomplete : .complete(batch.tasks)
  }

  private typealias Problem = (code: ErrorCode, message: String)

  /// Adds a task to its batch. Returns the reason if the batch can't be accepted.
  private static func add(
    _ submit: SubmitMessage, _ payload: LaunchPayload?, to batch: inout Batch
  ) -> Problem? {
    let line = submit.line ?? batch.tasks.count + 1
    if submit.patch != nil, batch.base == nil { batch.base = payload }
    guard let own = submit.patch == nil ? payload : batch.base else {
      return (
        .malformed,
        String(
          wire: """
            line \(line): the command is missing; send it first, as a payload with the same key
            """)
      )
    }
    guard var whole = submit.patch.map({ $0.applied(to: own) }) ?? own else {
      return (.limit, String(wire: "line \(line): the command and its environment are too long"))
    }
    whole.sharesEnvironment = submit.patch != nil
    batch.byteCount += Self.taskSize + whole.byteCount + (submit.patch?.variableByteCount ?? 0)
    var submission = submit.submission
    submission.terms.array?.first = nil
    submission.terms.environmentBytes = whole.environmentByteCount
    batch.tasks.append(BatchedSubmission(line: line, submission))
    batch.payloads[submission.description.key] = whole
    guard let size = submit.batchSize, size != batch.tasks.count else { return nil }
    return (
      .malformed, String(wire: "the batch is incomplete, so nothing was queued; submit it again")
    )
  }

  /// The reason why the batch is too large; nil if it isn't.
  private func limit(of batch: Batch, besides before: Int, _ room: Int) -> Problem? {
    guard batch.tasks.count <= room else {
      return (
        .limit,
        String(
          wire: """
            the queue has room for only \(room) more tasks, so nothing was queued; submit fewer, or \
            wait until some have ended
            """)
      )
    }
    guard batch.tasks.count <= BatchedSubmission.countLimit,
      batch.byteCount <= BatchedSubmission.byteLimit
    else {
      return (
        .limit,
        String(
          wire: """
            a batch has at most \(BatchedSubmission.countLimit) tasks and \
            \(BatchedSubmission.byteLimit >> 20) MiB, so nothing was queued; submit it in parts
            """)
      )
    }
    guard byteCount - before + batch.byteCount <= Self.totalLimit else {
      return (
        .limit,
        String(
          wire: """
            too many batches are on their way to the hub, so nothing was queued; submit again in a \
            moment
            """)
      )
    }
    return nil
  }

  /// Returns the payload of a task that has come. Nil if none has.
  func payload(of key: TaskKey, from connection: ConnectionID) -> LaunchPayload? {
    arriving[connection]?.payloads[key]
  }

  /// Drops the tasks of a connection's batch, and passes over the rest of the batch.
  private mutating func refuse(_ connection: ConnectionID) {
    guard let key = arriving[connection]?.key else { return }
    forget(connection)
    var batch = Batch(key: key)
    batch.isRefused = true
    arriving[connection] = batch
  }

  /// Drops the batch of a connection.
  mutating func forget(_ connection: ConnectionID) {
    byteCount -= arriving.removeValue(forKey: connection)?.byteCount ?? 0
  }
}

extension PayloadPatch {
  /// The number of bytes of the variables.
  fileprivate var variableByteCount: Int { variables.reduce(0) { $0 + $1.count } }
}
