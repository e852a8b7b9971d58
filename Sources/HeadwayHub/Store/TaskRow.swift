import FoundationEssentials
import GRDB
package import HeadwayHubCore
internal import HeadwayModel

/// A row of the table `task`. Columns are added, never renamed or removed.
package struct TaskRow: Decodable, FetchableRecord, TableRecord {
  package static let databaseTableName = "task"

  package var key: String
  package var number: Int
  package var title: String
  package var subtitle: String?
  package var identifier: String?
  /// A JSON array of words.
  package var command: String?
  package var directory: String?
  package var parent: String?
  package var groupName: String?
  package var sensitive: Bool
  package var onStall: String
  package var stallAfter: Double?
  package var grace: Double
  package var state: String
  /// Why it ended, or in the state `cancelling` why it is to end.
  package var endReason: String?
  package var endDetail: String?
  /// Whether a task in the state `cancelling` was cancelled without grace.
  package var forced: Bool?
  package var cancelNote: String?
  /// Stands still because a person paused it.
  package var paused: Bool?
  /// Why the system suspended it; null where it isn't.
  package var suspension: String?
  package var exitCode: Int32?
  package var signal: Int32?
  package var completed: Int64?
  package var total: Int64?
  package var unit: String?
  package var phase: String?
  /// The fraction below which the percent of this phase may not fall.
  package var fraction: Double?
  /// The total of this phase has risen.
  package var growing: Bool?
  package var reportsItself: Bool
  package var supervised: Bool
  package var patience: Int
  package var pid: Int32
  package var processStart: Int64
  package var bootID: String
  package var startedAt: Int64
  package var endedAt: Int64?
  package var elapsed: Double?
  package var attempt: Int?
  package var replaced: Bool?
  package var leakedAssertion: String?
  /// The silence that the task's own gaps have shown to be normal, in seconds. `advancingAllowance`
  /// is the same for units that stand still.
  package var silentAllowance: Double?
  package var advancingAllowance: Double?
  /// A JSON object: the terms on which it was submitted.
  package var terms: String?
  package var turnRank: Int?
  /// A JSON object: what it holds until it ends.
  package var claim: String?
  package var queuedAt: Int64?
  /// The number of this launch; null means the first.
  package var launch: Int?
  /// A JSON array: how earlier attempts ended.
  package var earlierEnds: String?
  package var held: Bool?
  /// Whether a person wants a notification of the end.
  package var notify: Bool?
  /// The time of the next attempt of a queued task.
  package var retryAt: Int64?
  /// The question that stands: which clock ran out, when it was asked, since when that stood.
  package var stalled: String?
  package var askedAt: Int64?
  package var stalledSince: Int64?
  /// Whether somebody was notified that the task waits for input.
  package var inputTold: Bool?
}

extension TaskRow {
  package init(_ record: TaskRecord) {
    let task = record.description
    key = task.key.description
    number = record.number.value
    title = task.title.string
    subtitle = record.subtitle?.string
    identifier = task.identifier?.string
    command = task.command.flatMap(Self.encoded)
    directory = task.directory?.string
    parent = task.parent?.description
    groupName = task.group?.string
    sensitive = task.sensitive
    onStall = task.stallPolicy.action.rawValue
    stallAfter = task.stallPolicy.after?.inSeconds
    grace = task.grace.inSeconds
    state = record.state.rawValue
    let reason = record.ending?.reason ?? record.ordered
    endReason = reason?.word.rawValue
    endDetail = reason?.detail
    forced = record.isForced
    cancelNote = record.cancelNote?.string
    paused = record.isPausedByPerson
    suspension = record.suspension?.string
    (exitCode, signal) = Self.columns(of: record.ending?.status)
    completed = record.reading.completed
    total = record.reading.total
    unit = record.reading.unit?.string
    phase = record.reading.phase?.string
    fraction = record.highestFraction
    growing = record.isGrowing
    reportsItself = record.reportsItself
    supervised = record.isSupervised
    patience = record.patience
    pid = record.process.pid
    processStart = Int64(clamping: record.process.startTime)
    bootID = record.process.bootID
    startedAt = record.startedAt.millisecondsSinceEpoch
    endedAt = record.endedAt?.millisecondsSinceEpoch
    elapsed = record.elapsed?.inSeconds
    attempt = record.attempt
    replaced = record.isReplaced
    leakedAssertion = record.leakedAssertion?.string
    silentAllowance = Self.column(of: record.allowance.silent)
    advancingAllowance = Self.column(of: record.allowance.advancing)
    terms = record.terms.flatMap { $0 == LaunchTerms() ? Self.usualTerms : Self.text(of: $0) }
    turnRank = record.turnRank
    claim = record.claim.flatMap { Self.text(of: $0) }
    queuedAt = record.queuedAt?.millisecondsSinceEpoch
    launch = task.launch > 1 ? task.launch : nil
    earlierEnds = record.earlierEnds.isEmpty ? nil : Self.text(of: record.earlierEnds)
    held = record.isHeld ? true : nil
    notify = task.notifiesOfEnd ? true : nil
    retryAt = record.retriesAt?.millisecondsSinceEpoch
    stalled = record.question?.kind.rawValue
    askedAt = record.question?.askedAt.millisecondsSinceEpoch
    stalledSince = record.question?.since.millisecondsSinceEpoch
    inputTold = record.isInputTold ? true : nil
  }

  private static func column(of allowance: Duration) -> Double? {
    allowance > .zero ? allowance.inSeconds : nil
  }

  package var allowance: StallAllowance {
    StallAllowance(
      silent: silentAllowance.flatMap(Duration.init(nonNegativeSeconds:)) ?? .zero,
      advancing: advancingAllowance.flatMap(Duration.init(nonNegativeSeconds:)) ?? .zero)
  }

  /// The record of the row; nil for a row that makes no sense, because a file may hold anything.
  ///
  /// A row with a state or an end that this program doesn't know is listed as lost, with the words
  /// of the row. ``upsertion`` says why it stays.
  package var record: TaskRecord? {
    guard let description, let number = TaskNumber(number) else { return nil }
    guard let state = TaskState(rawValue: state) else { return ofUnknownState(description, number) }
    let process = ProcessIdentity(
      pid: pid, startTime: UInt64(clamping: processStart), bootID: bootID)
    var record = TaskRecord(
      number: number, description: description, state: state, process: process,
      startedAt: WallTime(millisecondsSinceEpoch: startedAt))
    record.subtitle = subtitle.map { SanitisedText($0, limit: .line) }
    if state == .ended {
      record.ending = TaskEnding(reason: reason ?? .lost, status: status)
      if let endReason, reason == nil {
        record.subtitle = Self.note(unknown: [endReason, endDetail])
      }
    } else {
      record.ordered = reason
      record.isForced = forced ?? false
    }
    record.isPausedByPerson = paused ?? false
    record.isInputTold = inputTold ?? false
    record.suspension = suspension.map { SanitisedText($0, limit: .line) }
    record.cancelNote = cancelNote.map { SanitisedText($0, limit: .line) }
    record.reading = ProgressReading(
      completed: completed, total: total, unit: unit.map { SanitisedText($0) },
      phase: phase.map { SanitisedText($0) })
    if let fraction, (0...1).contains(fraction) { record.highestFraction = fraction }
    record.isGrowing = growing ?? false
    record.reportsItself = reportsItself
    record.isSupervised = supervised
    record.patience = patience
    record.allowance = allowance
    record.attempt = max(1, attempt ?? 1)
    record.isReplaced = replaced ?? false
    record.terms = terms.flatMap { Self.value(LaunchTerms.self, in: $0) }
    // A task that waits on terms that can't be read any more waits on none.
    if record.terms == nil, state == .queued || state == .starting { record.terms = LaunchTerms() }
    record.turnRank = turnRank
    record.claim = claim.flatMap { Self.value(LaunchClaim.self, in: $0) }
    record.earlierEnds = earlierEnds.flatMap { Self.value([AttemptEnd].self, in: $0) } ?? []
    record.isHeld = held ?? false
    record.retriesAt = retryAt.map(WallTime.init(millisecondsSinceEpoch:))
    record.question = question
    record.queuedAt = queuedAt.map(WallTime.init(millisecondsSinceEpoch:))
    record.leakedAssertion = leakedAssertion.map { SanitisedText($0, limit: .line) }
    record.endedAt = endedAt.map(WallTime.init(millisecondsSinceEpoch:))
    record.elapsed = elapsed.flatMap(Duration.init(nonNegativeSeconds:))
    return record
  }

  private func ofUnknownState(
    _ description: TaskDescription, _ number: TaskNumber
  ) -> TaskRecord {
    let process = ProcessIdentity(
      pid: pid, startTime: UInt64(clamping: processStart), bootID: bootID)
    var record = TaskRecord(
      number: number, description: description, state: .ended, process: process,
      startedAt: WallTime(millisecondsSinceEpoch: startedAt))
    record.ending = TaskEnding(reason: .lost)
    record.endedAt = WallTime(millisecondsSinceEpoch: endedAt ?? startedAt)
    record.subtitle = Self.note(unknown: [state, endReason, endDetail])
    return record
  }

  private static func note(unknown words: [String?]) -> SanitisedText {
    let words = words.compactMap { $0 }.joined(separator: " ")
    return SanitisedText("recorded as \"\(words)\", which this headway doesn't know", limit: .line)
  }

  private var question: StallRecord? {
    guard let kind = stalled.flatMap(StallKind.init(rawValue:)), let askedAt else { return nil }
    return StallRecord(
      kind: kind, askedAt: WallTime(millisecondsSinceEpoch: askedAt),
      since: WallTime(millisecondsSinceEpoch: min(stalledSince ?? askedAt, askedAt)))
  }

  private var description: TaskDescription? {
    guard let key = TaskKey(key) else { return nil }
    var task = TaskDescription(key: key, title: SanitisedText(title))
    task.identifier = identifier.map { SanitisedText($0, limit: .identifier) }
    task.command = command.flatMap(Self.decoded)
    task.directory = directory.map { SanitisedText($0, limit: .line) }
    task.parent = parent.flatMap { TaskKey($0) }
    task.group = groupName.map { SanitisedText($0, limit: .identifier) }
    task.sensitive = sensitive
    task.stallPolicy = StallPolicy(
      action: StallAction(rawValue: onStall) ?? .ask,
      after: stallAfter.flatMap(Duration.init(nonNegativeSeconds:)))
    task.grace = Duration(nonNegativeSeconds: grace) ?? TaskDescription.defaultGrace
    task.launch = max(1, launch ?? 1)
    task.notifiesOfEnd = notify ?? false
    task.startedAt = WallTime(millisecondsSinceEpoch: startedAt)
    return task
  }

  private var reason: EndReason? {
    endReason.flatMap(EndWord.init(rawValue:)).flatMap { EndReason(word: $0, detail: endDetail) }
  }

  private var status: ExitStatus? {
    if let signal { return .signal(signal) }
    return exitCode.map { .code($0) }
  }

  private static func columns(of status: ExitStatus?) -> (exitCode: Int32?, signal: Int32?) {
    switch status {
    case .code(let code): (code, nil)
    case .signal(let signal): (nil, signal)
    case nil: (nil, nil)
    }
  }

  static func encoded(_ words: [SanitisedText]) -> String? { text(of: words) }

  private static func decoded(_ text: String) -> [SanitisedText]? {
    value([SanitisedText].self, in: text)
  }

  /// The terms of most tasks, as text.
  private static let usualTerms = text(of: LaunchTerms())

  private static func text(of value: some Encodable) -> String? {
    (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func value<Value: Decodable>(_ type: Value.Type, in text: String) -> Value? {
    try? JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
