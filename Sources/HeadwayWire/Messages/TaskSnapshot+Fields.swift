package import HeadwayModel

/// The fields of a task, on the wire and in `headway list --json`.
///
/// A field without a value is left out on the wire and null in the list.
extension TaskSnapshot: FieldObject, FieldValue {
  package static var unread: TaskSnapshot {
    TaskSnapshot(number: .first, key: .unread, title: .empty, state: .running)
  }

  /// The greatest number of an attempt that is believed.
  private static let attemptLimit = 1 << 31

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("number", &number)
    try fields.required("key", &key)
    try fields.required("title", &title)
    try fields.required("state", &state)
    try fields.field("identifier", &identifier)
    try fields.field("subtitle", &subtitle)
    try fields.field("sensitive", &sensitive, missing: false)
    try visitEnding(&fields)
    try fields.field("cancelNote", &cancelNote)
    try progress.visit(&fields)
    try fields.seconds("elapsed", &elapsed)
    try fields.field("queuedAt", &queuedAt)
    try fields.field("startedAt", &startedAt)
    try fields.field("endedAt", &endedAt)
    try fields.field("foreground", &worker.foreground, missing: false)
    try fields.field("attachable", &worker.isAttachable, usual: false)
    try fields.field("pausable", &worker.isPausable, usual: false)
    try fields.field("restartable", &isRestartable, usual: false)
    try visitStall(&fields)
    try fields.seconds("expiresIn", &stall.expiresIn)
    try fields.field("waitingForInput", &waitingForInput)
    try fields.field("programState", &programState)
    try fields.list("toldSubtasks", &toldSubtasks)
    try fields.field("interactive", &worker.isInteractive, usual: false)
    try fields.field("assertion", &assertions.current)
    try fields.field("leakedAssertion", &assertions.leaked)
    try fields.derived("question", question())
    try fields.field("position", &terms.position)
    try fields.field("blockedOn", &terms.blockedOn)
    try fields.field("pid", &worker.pid)
    try fields.seconds("grace", &worker.grace)
    try fields.seconds("killedIn", &worker.killedIn)
    try fields.seconds("timeLimit", &worker.timeLimit)
    try fields.seconds("timeLeft", &worker.timeLeft)
    try fields.field("onStall", &stallPolicy.action, usual: .ask)
    try fields.seconds("stallAfter", &stallPolicy.after)
    try fields.field("notify", &notifiesOfEnd, usual: false)
    try fields.field("command", &command)
    try fields.field("directory", &directory)
    try fields.field("parent", &parent)
    try fields.field("attempt", &attempt, missing: 1)
    attempt = min(max(1, attempt), Self.attemptLimit)
    try fields.field("group", &group)
    try fields.field("priority", &terms.priority, missing: 0)
    try fields.field("needs", &terms.needs, missing: [:])
    try terms.visit(&fields)
    try fields.field("job", &job)
    try fields.field("log", &log)
  }

  /// Visits the end as four fields: the reason and its detail, the exit status or the signal.
  private mutating func visitEnding(
    _ fields: inout some FieldVisitor
  ) throws(WireError) {
    var word = ending?.reason.word
    var detail = ending?.reason.detail
    var (exitCode, signal) = (ending?.status).wireFields
    try fields.field("endReason", &word)
    try fields.field("endDetail", &detail)
    try fields.field("exitCode", &exitCode)
    try fields.field("signal", &signal)
    guard fields.isReading else { return }
    ending = word.map {
      TaskEnding(wire: $0, detail: detail, exitCode: exitCode, signal: signal)
    }
  }

  /// Visits the stall.
  ///
  /// `headway list --json` has the exact kind. On the wire, a slow task is `notAdvancing` with a
  /// `slowdown`, and a task that is asked about for memory is `notAdvancing` with `memoryShort`,
  /// and a task that is asked about for its wait for input is `notAdvancing` with `inputOverdue`:
  /// clients from before these kinds refuse a word that they don't know.
  private mutating func visitStall(
    _ fields: inout some FieldVisitor
  ) throws(WireError) {
    var kind = fields.isListing ? stall.kind : stall.kind?.olderWord
    var isMemoryShort = stall.kind == .memory
    var isInputOverdue = stall.kind == .input
    try fields.field("stalled", &kind)
    try fields.seconds("stalledFor", &stall.time)
    try fields.field("slowdown", &stall.slowdown)
    if !fields.isListing {
      try fields.field("memoryShort", &isMemoryShort, usual: false)
      try fields.field("inputOverdue", &isInputOverdue, usual: false)
    }
    try fields.field("memoryBytes", &stall.memoryBytes)
    guard fields.isReading else { return }
    let slowdown = stall.slowdown
    stall.kind = kind.map {
      if isMemoryShort { return .memory }
      if isInputOverdue { return .input }
      return $0 == .notAdvancing && slowdown != nil ? .slow : $0
    }
  }
}

/// The fields of a task's progress, shared by a whole task and a step.
extension TaskProgressView {
  mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("completed", &completed)
    try fields.field("total", &total)
    try fields.field("unit", &unit)
    try fields.field("estimated", &estimated, missing: 0)
    try fields.field("fraction", &fraction)
    try fields.field("estimatedFraction", &estimatedFraction)
    try fields.field("growing", &isGrowing, missing: false)
    try fields.field("phase", &phase)
    try fields.field("rate", &rate)
    try fields.seconds("eta", &eta)
    try fields.field("etaConfidence", &etaConfidence)
  }
}

/// The fields of a task's terms.
extension LaunchTermsView {
  fileprivate mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("slots", &slots, usual: 1)
    try fields.list("gpus", &gpus)
    try fields.field("gpuShare", &gpuShare, usual: GPUChoice.whole)
    try fields.list("waitsFor", &waitsFor)
    try fields.list("after", &after)
    try fields.list("afterAny", &afterAny)
    try fields.field("at", &earliest)
    try fields.list("when", &conditions)
    try fields.list("while", &whileConditions)
    try fields.field("nice", &niceness)
    try fields.list("limits", &limits)
    try fields.field("retries", &retries, usual: 0)
    try fields.field("retriesAt", &retriesAt)
    try fields.seconds("refresh", &refresh)
    try fields.field("every", &every)
    try fields.field("overlap", &overlap)
    try fields.field("catchUp", &catchesUp, usual: false)
    try fields.field("streams", &streams)
    try fields.list("earlierEnds", &earlierEnds)
    try fields.field("units", &units, usual: [:])
    try fields.field("environmentBytes", &environmentBytes)
    try fields.field("array", &array)
    if array?.isPossible == false { array = nil }
  }
}
