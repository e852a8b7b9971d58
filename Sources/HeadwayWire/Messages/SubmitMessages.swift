import FoundationEssentials
package import HeadwayCore

/// A task asks for its turn. The fields of a begin, and the terms. Idempotent by `key`.
package struct SubmitMessage: MessageBody {
  package static let type = "submit"
  package var begin: BeginMessage
  package var terms: LaunchTerms

  package init(_ submission: Submission, request: Int? = nil) {
    begin = BeginMessage(submission.description, submission.report, request: request)
    terms = submission.terms
  }

  package var request: Int? { begin.request }

  package var submission: Submission {
    Submission(begin.description, terms, report: begin.report)
  }
}

extension SubmitMessage {
  package init(from decoder: any Decoder) throws {
    begin = try BeginMessage(from: decoder)
    let fields = try decoder.container(keyedBy: LaunchTerms.Field.self)
    terms = try LaunchTerms(wire: fields)
    guard terms.refresh == nil || begin.description.identifier != nil && terms.launcher == .hub
    else {
      throw fields.wrong(.refresh, "only under an identifier, and for what the hub launches")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    try begin.encode(to: encoder)
    var fields = encoder.container(keyedBy: LaunchTerms.Field.self)
    try terms.encode(to: &fields)
  }
}

extension LaunchTerms {
  enum Field: String, CodingKey {
    case strategy, priority, slot, needs, after, afterAny, at, atWords, when, `while`, launcher,
      retries, refresh, woken
  }

  /// Throws for numbers out of range and for conditions of another kind: a task that starts on terms
  /// that weren't understood starts too early.
  fileprivate init(wire fields: KeyedDecodingContainer<Field>) throws {
    self.init()
    strategy = try fields.decodeIfPresent(SubmissionStrategy.self, forKey: .strategy) ?? .queue
    priority = try fields.decodeIfPresent(Int.self, forKey: .priority) ?? 0
    takesSlot = try fields.decodeIfPresent(Bool.self, forKey: .slot) ?? true
    needs = try fields.decodeIfPresent([String: Int].self, forKey: .needs) ?? [:]
    dependencies = try Self.dependencies(fields)
    earliest = try Self.earliest(fields)
    conditions = try Self.conditions(fields, .when)
    whileConditions = try Self.conditions(fields, .while)
    launcher = try fields.decodeIfPresent(Launcher.self, forKey: .launcher) ?? .hub
    retries = try fields.decodeIfPresent(Int.self, forKey: .retries) ?? 0
    refresh = try Self.interval(fields)
    isWoken = try fields.decodeIfPresent(Bool.self, forKey: .woken) ?? false
    try check(fields)
  }

  private func check(_ fields: KeyedDecodingContainer<Field>) throws {
    guard Self.priorities.contains(priority) else {
      throw fields.wrong(.priority, "out of range")
    }
    guard (0...Self.retryLimit).contains(retries) else {
      throw fields.wrong(.retries, "out of range")
    }
    guard needs.count <= Self.listLimit,
      needs.values.allSatisfy({ (1...Self.unitLimit).contains($0) })
    else { throw fields.wrong(.needs, "counts are 1 to \(Self.unitLimit)") }
    guard dependencies.count <= Self.listLimit, conditions.count <= Self.listLimit,
      whileConditions.count <= Self.listLimit
    else {
      throw fields.wrong(.after, "more than \(Self.listLimit)")
    }
  }

  private static func interval(_ fields: KeyedDecodingContainer<Field>) throws -> Duration? {
    try fields.decodeIfPresent(Double.self, forKey: .refresh).map { seconds in
      guard let interval = Duration(nonNegativeSeconds: seconds),
        refreshIntervals.contains(interval)
      else { throw fields.wrong(.refresh, "1 s to 366 days") }
      return interval
    }
  }

  private static func conditions(
    _ fields: KeyedDecodingContainer<Field>, _ field: Field
  ) throws -> [StartCondition] {
    try fields.decodeIfPresent([String].self, forKey: field)?.map { text in
      guard let condition = StartCondition(text) else {
        throw fields.wrong(field, "no condition: \(SanitisedText(text))")
      }
      return condition
    } ?? []
  }

  private static func dependencies(
    _ fields: KeyedDecodingContainer<Field>
  ) throws -> [Dependency] {
    let strict = try fields.decodeIfPresent([TaskReference].self, forKey: .after) ?? []
    let lax = try fields.decodeIfPresent([TaskReference].self, forKey: .afterAny) ?? []
    return strict.map { Dependency($0, needsSuccess: true) }
      + lax.map { Dependency($0, needsSuccess: false) }
  }

  private static func earliest(
    _ fields: KeyedDecodingContainer<Field>
  ) throws -> EarliestStart? {
    let words = try fields.decodeIfPresent(SanitisedText.self, forKey: .atWords)
    return try fields.decodeIfPresent(WallTime.self, forKey: .at).map {
      EarliestStart($0, words: words ?? SanitisedText($0.description))
    }
  }

  fileprivate func encode(to fields: inout KeyedEncodingContainer<Field>) throws {
    if strategy != .queue { try fields.encode(strategy, forKey: .strategy) }
    if priority != 0 { try fields.encode(priority, forKey: .priority) }
    if !takesSlot { try fields.encode(false, forKey: .slot) }
    if !needs.isEmpty { try fields.encode(needs, forKey: .needs) }
    let strict = dependencies.filter(\.needsSuccess).map(\.task)
    if !strict.isEmpty { try fields.encode(strict, forKey: .after) }
    let lax = dependencies.filter { !$0.needsSuccess }.map(\.task)
    if !lax.isEmpty { try fields.encode(lax, forKey: .afterAny) }
    try fields.encodeIfPresent(earliest?.time, forKey: .at)
    try fields.encodeIfPresent(earliest?.words, forKey: .atWords)
    if !conditions.isEmpty { try fields.encode(conditions.map(\.text), forKey: .when) }
    if !whileConditions.isEmpty {
      try fields.encode(whileConditions.map(\.text), forKey: .while)
    }
    try fields.encodeIfPresent(refresh?.inSeconds, forKey: .refresh)
    if isWoken { try fields.encode(true, forKey: .woken) }
    if retries != 0 { try fields.encode(retries, forKey: .retries) }
    if launcher != .hub { try fields.encode(launcher, forKey: .launcher) }
  }
}

extension LaunchTerms: Codable {
  /// In the form of the wire, for the record too.
  package init(from decoder: any Decoder) throws {
    self = try LaunchTerms(wire: try decoder.container(keyedBy: Field.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Field.self)
    try encode(to: &fields)
  }
}

extension KeyedDecodingContainer {
  fileprivate func wrong(_ key: Key, _ reason: String) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: reason)
  }
}

/// A part of what it takes to launch a task: all parts come before its `submit`, over the same
/// connection, in order.
package struct PayloadMessage: MessageBody {
  package static let type = "payload"
  package var key: TaskKey
  /// In Base64.
  private var data: Data

  /// A line holds no more, in bytes.
  package static let partLimit = 40_000

  package init(_ key: TaskKey, part: ArraySlice<UInt8>) {
    self.key = key
    data = part.withUnsafeBytes { part in
      part.baseAddress.map { Data(bytes: $0, count: part.count) } ?? Data()
    }
  }

  package var bytes: [UInt8] { Array(data) }

  /// Read without the library, as it reads; nil where that is to judge.
  package init?(plain line: ArraySlice<UInt8>) {
    guard line.starts(with: Self.plainStart), let object = PlainObject(line) else { return nil }
    var fields = PlainFields(object)
    guard fields.text("type") == Self.type, let key = fields.key("key"),
      let data = fields.text("data").flatMap({ Data(base64Encoded: $0) }), fields.isExhausted
    else { return nil }
    (self.key, self.data) = (key, data)
  }

  /// As ``plainLine`` writes it: other messages aren't looked through for this.
  private static let plainStart = Array(#"{"type":"payload","#.utf8)

  package var plainLine: [UInt8]? {
    var writer = PlainWriter(capacity: 2 * data.count + 128)
    writer.begin()
    writer.text("type", Self.type)
    writer.text("key", key.description)
    writer.text("data", data.base64EncodedString())
    writer.end()
    return writer.bytes
  }
}

/// A submission is in the record.
package struct SubmittedMessage: MessageBody {
  package static let type = "submitted"
  package var request: Int?
  package var key: TaskKey
  package var number: TaskNumber
  /// The request under the same identifier whose place it took.
  package var replaces: TaskNumber?

  package init(request: Int?, key: TaskKey, number: TaskNumber, replaces: TaskNumber? = nil) {
    self.request = request
    self.key = key
    self.number = number
    self.replaces = replaces
  }
}

/// Another attempt at a task that has ended.
package struct RestartMessage: MessageBody {
  package static let type = "restart"
  package var request: Int?
  package var task: TaskReference

  package init(task: TaskReference, request: Int? = nil) {
    self.request = request
    self.task = task
  }
}

/// Changes one thing about a task that waits for its turn.
package struct AdjustMessage: MessageBody {
  package static let type = "adjust"
  package var request: Int?
  package var task: TaskReference
  package var priority: Int?
  package var title: SanitisedText?
  /// The task it changes places with.
  package var place: TaskReference?
  /// Another command, of a task named by its key; its payload came before.
  package var command: [SanitisedText]?

  package init(task: TaskReference, _ adjustment: QueueAdjustment, request: Int? = nil) {
    self.request = request
    self.task = task
    switch adjustment {
    case .priority(let value): priority = value
    case .title(let text): title = text
    case .place(let other): place = other
    case .command(let words): command = words
    }
  }

  /// Nil where nothing is to be changed that this version knows.
  package var adjustment: QueueAdjustment? {
    if let priority {
      let range = LaunchTerms.priorities
      return .priority(min(max(priority, range.lowerBound), range.upperBound))
    }
    if let title { return .title(SanitisedText(title.string)) }
    if let place { return .place(of: place) }
    guard case .key = task else { return nil }
    return command.map { .command(boundedCommand($0)) }
  }
}
