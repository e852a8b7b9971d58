package import GRDB
package import HeadwayHubCore
internal import HeadwayModel
package import HeadwayWire

/// A row of the table `task`. Columns are added, never renamed or removed.
///
/// ``TaskRecord/visit(_:)`` describes the columns, once for reading and writing.
package struct TaskRow: FetchableRecord, TableRecord {
  package static let databaseTableName = "task"

  /// The record of the row. Nil if the row has no valid key or number, because a file may hold
  /// anything.
  package let record: TaskRecord?

  /// The columns that are read, in the order of reading.
  package static var databaseSelection: [any SQLSelectable] { columnNames.map { Column($0) } }

  /// The names of all columns, in the order in which a record visits them.
  package static let columnNames = TaskColumns(.unread).columns.map(\.name)

  /// Reads a row whose columns are ``columnNames``, in their order.
  ///
  /// - Throws: ``ColumnError`` for a value of another type.
  package init(row: Row) throws {
    var reader = ColumnReader(row)
    var record = TaskRecord.unread
    let makesSense = try record.visit(&reader)
    self.record = makesSense ? record : nil
  }
}

extension TaskRecord {
  /// The record that a reader fills.
  static var unread: TaskRecord {
    TaskRecord(
      number: .first, description: TaskDescription(key: TaskKey(high: 0, low: 0), title: .empty),
      state: .ended, process: ProcessIdentity(pid: 0, startTime: 0, bootID: ""),
      startedAt: WallTime(millisecondsSinceEpoch: 0))
  }

  /// Shows every column of the record to `columns`.
  ///
  /// A row with a state or an end that this program doesn't know reads as lost, with the words of
  /// the row as its subtitle. ``TaskRow/upsertion`` says why such a row stays.
  ///
  /// - Returns: whether the row makes sense.
  mutating func visit(_ columns: inout some ColumnVisitor) throws -> Bool {
    var key = description.key.description
    var number = number.value
    try columns.required("key", &key)
    try columns.required("number", &number)
    try visitDescription(&columns)
    let unknown = try visitEnd(&columns)
    try visitProgress(&columns)
    try visitProcess(&columns)
    try visitSubmission(&columns)
    try visitQuestion(&columns)
    guard columns.isReading else { return true }
    guard let key = TaskKey(key), let number = TaskNumber(number) else { return false }
    (description.key, self.number) = (key, number)
    if let unknown { becomeLost(unknown) }
    return true
  }

  private mutating func visitDescription(_ columns: inout some ColumnVisitor) throws {
    var title = description.title.string
    var (action, grace) = (description.stallPolicy.action.rawValue, description.grace.inSeconds)
    var launch = description.launch > 1 ? description.launch : nil
    try columns.required("title", &title)
    try columns.text("subtitle", &subtitle)
    try columns.text("identifier", &description.identifier, limit: .identifier)
    try columns.json("command", &description.command, escapingSlashes: true)
    try columns.text("directory", &description.directory)
    var parent = description.parent?.description
    try columns.column("parent", &parent)
    try columns.text("groupName", &description.group, limit: .identifier)
    try columns.required("sensitive", &description.sensitive)
    try columns.required("onStall", &action)
    try columns.seconds("stallAfter", &description.stallPolicy.after)
    try columns.required("grace", &grace)
    try columns.column("launch", &launch)
    try columns.column("notify", &description.notifiesOfEnd, missing: false)
    try columns.seconds("timeLimit", &description.timeLimit)
    guard columns.isReading else { return }
    description.title = SanitisedText(title)
    description.parent = parent.flatMap { TaskKey($0) }
    description.stallPolicy.action = StallAction(rawValue: action) ?? .ask
    description.grace = Duration(nonNegativeSeconds: grace) ?? TaskDescription.defaultGrace
    description.launch = max(1, launch ?? 1)
  }

  /// Visits the state and the end. For a task that has an order to stop, the columns of the end
  /// hold the reason of the order.
  ///
  /// - Returns: the words of a state that this program doesn't know; nil for any other state.
  private mutating func visitEnd(_ columns: inout some ColumnVisitor) throws -> [String?]? {
    let reason = ending?.reason ?? ordered
    var (state, word, detail) = (state.rawValue, reason?.word.rawValue, reason?.detail)
    var exitCode: Int32? = if case .code(let code) = ending?.status { code } else { nil }
    var signal: Int32? = if case .signal(let signal) = ending?.status { signal } else { nil }
    try columns.required("state", &state)
    try columns.column("endReason", &word)
    try columns.column("endDetail", &detail)
    try columns.column("forced", &isForced, missing: false)
    try columns.text("cancelNote", &cancelNote)
    try columns.column("paused", &halt.isPausedByPerson, missing: false)
    try columns.text("suspension", &halt.suspension)
    try columns.column("exitCode", &exitCode)
    try columns.column("signal", &signal)
    try columns.time("endedAt", &endedAt)
    try columns.seconds("elapsed", &elapsed)
    guard columns.isReading else { return nil }
    guard let known = TaskState(rawValue: state) else { return [state, word, detail] }
    self.state = known
    let end = word.flatMap(EndWord.init(rawValue:)).flatMap { EndReason(word: $0, detail: detail) }
    guard known == .ended else {
      ordered = end
      return nil
    }
    isForced = false
    ending = TaskEnding(
      reason: end ?? .lost, status: signal.map { .signal($0) } ?? exitCode.map { .code($0) })
    if word != nil, end == nil { subtitle = Self.note(unknown: [word, detail]) }
    return nil
  }

  /// Makes this the record of a lost task, with nothing but its description and the unknown words.
  private mutating func becomeLost(_ unknown: [String?]) {
    var lost = TaskRecord(
      number: number, description: description, state: .ended, process: process,
      startedAt: startedAt)
    lost.ending = TaskEnding(reason: .lost)
    lost.endedAt = endedAt ?? startedAt
    lost.subtitle = Self.note(unknown: unknown)
    self = lost
  }

  private static func note(unknown words: [String?]) -> SanitisedText {
    let words = words.compactMap { $0 }.joined(separator: " ")
    return SanitisedText(
      wire: "recorded as \"\(words)\", which this headway doesn't know", limit: .line)
  }

  private mutating func visitProgress(_ columns: inout some ColumnVisitor) throws {
    var fraction: Double? = measured.highestFraction
    var silent = allowance.silent > .zero ? allowance.silent : nil
    var advancing = allowance.advancing > .zero ? allowance.advancing : nil
    try columns.column("completed", &measured.reading.completed)
    try columns.column("total", &measured.reading.total)
    try columns.text("unit", &measured.reading.unit, limit: .title)
    try columns.text("phase", &measured.reading.phase, limit: .title)
    try columns.column("fraction", &fraction)
    try columns.column("growing", &measured.isGrowing, missing: false)
    var showedPercent: Bool? = measured.showedPercent
    try columns.column("showedPercent", &showedPercent)
    var marks = pace?.marks
    try columns.json("pace", &marks)
    try columns.required("reportsItself", &reportsItself)
    try columns.required("patience", &patience)
    try columns.text("leakedAssertion", &leakedAssertion)
    try columns.seconds("silentAllowance", &silent)
    try columns.seconds("advancingAllowance", &advancing)
    guard columns.isReading else { return }
    // Rows from before the column tell of the last phase only.
    measured.showedPercent =
      showedPercent ?? (measured.reading.completed != nil && measured.reading.total != nil)
    measured.highestFraction = fraction.flatMap { (0...1).contains($0) ? $0 : nil } ?? 0
    allowance = StallAllowance(silent: silent ?? .zero, advancing: advancing ?? .zero)
    pace = measured.reading.total.flatMap { total in
      marks.flatMap { RunPace(marks: $0, total: total) }
    }
  }

  private mutating func visitProcess(_ columns: inout some ColumnVisitor) throws {
    var (pid, start, bootID) = (process.pid, Int64(clamping: process.startTime), process.bootID)
    var startedAt = startedAt.millisecondsSinceEpoch
    try columns.required("supervised", &isSupervised)
    try columns.required("pid", &pid)
    try columns.required("processStart", &start)
    try columns.required("bootID", &bootID)
    try columns.required("startedAt", &startedAt)
    guard columns.isReading else { return }
    // SQLite returns a text up to its first NUL only, but a blob whole.
    let text = bootID.unicodeScalars.prefix { $0 != "\0" }
    process = ProcessIdentity(
      pid: pid, startTime: UInt64(clamping: start), bootID: String(text))
    self.startedAt = WallTime(millisecondsSinceEpoch: startedAt)
    description.startedAt = self.startedAt
  }

  private mutating func visitSubmission(_ columns: inout some ColumnVisitor) throws {
    var ends = earlierEnds.isEmpty ? nil : earlierEnds
    try columns.column("attempt", &attempt, missing: 1)
    try columns.column("replaced", &isReplaced, missing: false)
    try columns.json("terms", &submission.terms)
    try columns.column("turnRank", &submission.turnRank)
    try columns.json("claim", &submission.claim)
    try columns.time("queuedAt", &submission.queuedAt)
    try columns.json("earlierEnds", &ends)
    try columns.column("held", &submission.isHeld, missing: false)
    try columns.time("retryAt", &submission.retriesAt)
    try columns.json("job", &job)
    guard columns.isReading else { return }
    attempt = max(1, attempt)
    earlierEnds = ends ?? []
    // A live task that no list shows could neither be seen nor stopped.
    if state != .ended { isReplaced = false }
    // If the terms can't be read any more, the task waits under default terms.
    if submission.terms == nil, state == .queued || state == .starting {
      submission.terms = LaunchTerms()
    }
  }

  private mutating func visitQuestion(_ columns: inout some ColumnVisitor) throws {
    var (kind, askedAt, since) = (question?.kind, question?.askedAt, question?.since)
    try columns.word("stalled", &kind)
    try columns.time("askedAt", &askedAt)
    try columns.time("stalledSince", &since)
    try columns.column("inputTold", &isInputTold, missing: false)
    var told = programState == .working ? nil : Optional(programState)
    try columns.word("programState", &told)
    try columns.column("stateMessage", &isStateMessage, missing: false)
    try columns.column("acknowledged", &isAcknowledged, missing: false)
    guard columns.isReading else { return }
    // A live task that no list shows could neither be seen nor stopped.
    if state != .ended { isAcknowledged = false }
    programState = told ?? .working
    question = nil
    if let kind, let askedAt {
      question = StallRecord(kind: kind, askedAt: askedAt, since: min(since ?? askedAt, askedAt))
    }
  }
}

/// The JSON of the column `claim`.
extension LaunchClaim: FieldObject, FieldValue {
  package static var unread: LaunchClaim { LaunchClaim() }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("slot", &slot)
    try fields.field("slots", &slots, usual: 1)
    try fields.field("units", &units, missing: [:])
    try fields.field("gpuShare", &gpuShare, usual: GPUChoice.whole)
    if fields.isReading { gpuShare = max(1, min(gpuShare, GPUChoice.whole)) }
    if fields.isReading { slots = max(1, min(slots, LaunchTerms.unitLimit)) }
  }
}
