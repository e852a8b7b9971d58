package import HeadwayModel
package import HeadwayWire

/// Tasks to be queued all together or not at all, as the lines that the hub gets.
///
/// All tasks share a payload with the environment, and differ from it by a patch. The lines are
/// written once, so that a client whose connection was lost sends the same batch again.
///
/// ```swift
/// var batch = TaskBatch(sharing: payload, key: key)
/// try batch.add(submission, patch, line: 1)
/// let answer = try client.submit(batch)
/// ```
package struct TaskBatch {
  /// The key of the batch, which is that of its first task.
  package let key: TaskKey
  private let shared: LaunchPayload
  /// All lines but the last one, which has the size of the batch.
  private(set) var lines: [UInt8] = []
  private var last: SubmitMessage?
  private var hasSentShared = false
  private var indices: [TaskKey: Int] = [:]
  /// The features of the hub that the tasks need.
  private(set) var features: Set<HubFeature> = [.batches]

  /// The number of tasks.
  package private(set) var count = 0

  /// The reason why a task doesn't fit.
  package enum Problem: Error {
    /// The command with its environment is longer than ``LaunchPayload/byteLimit``, or a text is
    /// longer than a line of the protocol.
    case tooLong
    /// The batch has ``BatchedSubmission/countLimit`` tasks already.
    case tooMany
    /// An earlier task of the batch has the same key.
    case keyRepeated
  }

  /// Makes an empty batch. `shared` is the payload that patches change.
  package init(sharing shared: LaunchPayload, key: TaskKey) {
    (self.shared, self.key) = (shared, key)
  }

  /// Adds a task behind the others.
  ///
  /// - Parameters:
  ///   - patch: the differences between the task's payload and the shared one.
  ///   - umask: the umask of the task; nil for the shared one.
  ///   - line: the number of the line that errors name.
  package mutating func add(
    _ submission: Submission, _ patch: PayloadPatch, umask: UInt16? = nil, line: Int,
    needing features: [HubFeature] = []
  ) throws(Problem) {
    guard count < BatchedSubmission.countLimit else { throw .tooMany }
    guard indices.updateValue(count, forKey: submission.description.key) == nil else {
      throw .keyRepeated
    }
    guard var payload = patch.applied(to: shared) else { throw .tooLong }
    payload.umask = umask ?? payload.umask
    try flush()
    var message = SubmitMessage(submission)
    (message.batch, message.line) = (key, line)
    if patch.isSendable, payload.umask == shared.umask {
      message.patch = patch
      // The hub keeps one payload for each connection, so the shared one comes with its first use.
      if !hasSentShared { try append(shared, of: key) }
      hasSentShared = true
    } else {
      try append(payload, of: submission.description.key)
    }
    // A message that is too long without its request number is too long with it.
    guard message.line() != nil else { throw .tooLong }
    last = message
    count += 1
    self.features.formUnion(submission.neededFeatures + features)
  }

  /// The place of a task in the batch, starting at 0.
  package func index(of key: TaskKey) -> Int? { indices[key] }

  /// The last line, which submits the batch.
  func end(request: Int) -> SubmitMessage? {
    guard let last else { return nil }
    var message = SubmitMessage(last.submission, request: request)
    (message.batch, message.line, message.patch) = (last.batch, last.line, last.patch)
    message.batchSize = count
    return message
  }

  private mutating func flush() throws(Problem) {
    guard let last else { return }
    guard let line = last.line() else { throw .tooLong }
    lines += line
    self.last = nil
  }

  private mutating func append(_ payload: LaunchPayload, of key: TaskKey) throws(Problem) {
    var rest = payload.bytes[...]
    while !rest.isEmpty {
      let part = PayloadMessage(key, part: rest.prefix(PayloadMessage.partLimit))
      guard let line = part.line() else { throw .tooLong }
      lines += line
      rest = rest.dropFirst(PayloadMessage.partLimit)
    }
  }
}

extension CommandClient {
  /// Queues all tasks of a batch or none of them. Returns the hub's answer, which names one of the
  /// tasks, once the record has all of them.
  package func submit(_ batch: TaskBatch) throws(LinkError) -> SubmittedMessage {
    try require(batch.features.sorted { $0.rawValue < $1.rawValue })
    try send(all: batch.lines[...])
    guard let end = batch.end(request: nextRequest()) else { throw .connectionLost }
    send(end)
    return try firstWhileAlive(within: Self.batchPatience) { message in
      if case .submitted(let submitted) = message { submitted } else { nil }
    }
  }

  /// The longest silence of a hub that takes in a batch. On a busy machine 20,000 tasks keep a hub
  /// from answering for longer than a client's usual patience.
  private static let batchPatience: Duration = .seconds(60)

  /// The number of bytes that wait in this process at most.
  private static let chunkSize = 1 << 18

  /// Sends lines, and waits whenever the socket takes no more.
  ///
  /// - Throws: ``LinkError/refused(code:message:)`` if the hub answers with an error meanwhile,
  ///   ``LinkError/hubSilent`` if the socket takes nothing for the client's patience.
  private func send(all lines: ArraySlice<UInt8>) throws(LinkError) {
    var rest = lines
    while !rest.isEmpty {
      send(raw: rest.prefix(Self.chunkSize))
      rest = rest.dropFirst(Self.chunkSize)
      while wantsWrite { try pauseForRoom() }
    }
  }
}
