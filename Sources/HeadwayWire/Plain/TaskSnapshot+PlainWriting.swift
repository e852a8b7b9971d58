import HeadwayModel

/// Fast writing of tasks and steps, the most frequent messages that the hub sends.
///
/// Each function below corresponds to one of `TaskSnapshot.encode(to:)`. A test compares the
/// results.
extension ChangeMessage {
  package var plainLine: [UInt8]? {
    PlainWriter.line(type: Self.type, request: nil, task: task)
  }
}

extension TaskMessage {
  package var plainLine: [UInt8]? {
    PlainWriter.line(type: Self.type, request: request, task: task)
  }
}

extension StepMessage {
  package var plainLine: [UInt8]? { PlainWriter.line(step) }
}

extension PlainWriter {
  /// A buffer size in bytes that fits most tasks without growing.
  private static let usualSize = 768

  /// Writes a message that contains a task. Nil if a number can't be expressed in JSON.
  fileprivate static func line(type: String, request: Int?, task: TaskSnapshot) -> [UInt8]? {
    var writer = PlainWriter(capacity: usualSize)
    writer.begin()
    writer.text("type", type)
    writer.integer("request", request)
    writer.name("task")
    writer.write(task)
    writer.end()
    return writer.isRefused ? nil : writer.bytes
  }

  /// Writes a step. Nil if a number can't be expressed in JSON.
  fileprivate static func line(_ step: TaskStep) -> [UInt8]? {
    var writer = PlainWriter(capacity: usualSize / 2)
    writer.begin()
    writer.text("type", StepMessage.type)
    writer.text(.key, step.key.description)
    writer.text(.subtitle, step.subtitle?.string)
    writer.writeProgress(step.progress)
    writer.number(.elapsed, step.elapsed?.inSeconds)
    writer.end()
    return writer.isRefused ? nil : writer.bytes
  }

  private mutating func write(_ task: TaskSnapshot) {
    begin()
    writeIdentity(task)
    writeEnding(task)
    writeProgress(task.progress)
    writeTimes(task)
    writeStanding(task)
    writeOrigin(task)
    writeTerms(task.terms)
    end()
  }

  private mutating func writeIdentity(_ task: TaskSnapshot) {
    integer(.number, task.number.value)
    text(.key, task.key.description)
    text(.title, task.title.string)
    text(.state, task.state.rawValue)
    text(.identifier, task.identifier?.string)
    text(.subtitle, task.subtitle?.string)
    truth(.sensitive, task.sensitive)
  }

  private mutating func writeEnding(_ task: TaskSnapshot) {
    let status = task.ending?.status.wireFields
    text(.endReason, task.ending?.reason.word.rawValue)
    text(.endDetail, task.ending?.reason.detail)
    integer(.exitCode, status?.exitCode)
    integer(.signal, status?.signal)
    text(.cancelNote, task.cancelNote?.string)
  }

  private mutating func writeProgress(_ progress: TaskProgressView) {
    integer(.completed, progress.completed)
    integer(.total, progress.total)
    text(.unit, progress.unit?.string)
    integer(.estimated, progress.estimated)
    number(.fraction, progress.fraction)
    number(.estimatedFraction, progress.estimatedFraction)
    truth(.growing, progress.isGrowing)
    text(.phase, progress.phase?.string)
    number(.rate, progress.rate)
    number(.eta, progress.eta?.inSeconds)
    text(.etaConfidence, progress.etaConfidence?.rawValue)
  }

  private mutating func writeTimes(_ task: TaskSnapshot) {
    number(.elapsed, task.elapsed?.inSeconds)
    text(.queuedAt, task.queuedAt?.description)
    text(.startedAt, task.startedAt?.description)
    text(.endedAt, task.endedAt?.description)
  }

  private mutating func writeStanding(_ task: TaskSnapshot) {
    truth(.foreground, task.foreground)
    if task.isAttachable { truth(.attachable, true) }
    if task.isPausable { truth(.pausable, true) }
    if task.isRestartable { truth(.restartable, true) }
    text(.stalled, task.stalled?.olderWord.rawValue)
    number(.stalledFor, task.stalledFor?.inSeconds)
    number(.slowdown, task.slowdown)
    if task.stalled == .memory { truth(.memoryShort, true) }
    integer(.memoryBytes, task.memoryBytes)
    number(.expiresIn, task.expiresIn?.inSeconds)
    text(.waitingForInput, task.waitingForInput?.rawValue)
    text(.assertion, task.assertion?.string)
    text(.leakedAssertion, task.leakedAssertion?.string)
    text(.question, task.question())
    integer(.position, task.position)
    text(.blockedOn, task.blockedOn?.string)
  }

  private mutating func writeOrigin(_ task: TaskSnapshot) {
    integer(.pid, task.pid)
    texts(TaskSnapshot.Field.command.rawValue, task.command)
    text(.directory, task.directory?.string)
    text(.parent, task.parent?.description)
    integer(.attempt, task.attempt)
    text(.group, task.group?.string)
    integer(.priority, task.priority)
    name(TaskSnapshot.Field.needs.rawValue)
    begin()
    for (resource, count) in task.needs { integer(resource, count) }
    end()
  }

  private mutating func writeTerms(_ terms: LaunchTermsView) {
    texts(.waitsFor, terms.waitsFor)
    numbers(.after, terms.after)
    numbers(.afterAny, terms.afterAny)
    text(.at, terms.earliest?.description)
    texts(.when, terms.conditions)
    texts(.while, terms.whileConditions)
    if terms.retries > 0 { integer(.retries, terms.retries) }
    text(.retriesAt, terms.retriesAt?.description)
    number(.refresh, terms.refresh?.inSeconds)
  }
}

extension PlainWriter {
  fileprivate mutating func text(_ field: TaskSnapshot.Field, _ value: String?) {
    text(field.rawValue, value)
  }

  fileprivate mutating func integer(_ field: TaskSnapshot.Field, _ value: (some BinaryInteger)?) {
    integer(field.rawValue, value)
  }

  fileprivate mutating func number(_ field: TaskSnapshot.Field, _ value: Double?) {
    number(field.rawValue, value)
  }

  /// Writes a list of texts. An empty list counts as no value.
  fileprivate mutating func texts(_ field: TaskSnapshot.Field, _ values: [SanitisedText]) {
    if !values.isEmpty { texts(field.rawValue, values) }
  }

  /// Writes a list of task numbers. An empty list counts as no value.
  fileprivate mutating func numbers(_ field: TaskSnapshot.Field, _ values: [TaskNumber]) {
    if !values.isEmpty { integers(field.rawValue, values.map(\.value)) }
  }

  fileprivate mutating func truth(_ field: TaskSnapshot.Field, _ value: Bool) {
    truth(field.rawValue, value)
  }
}
