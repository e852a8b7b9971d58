import FoundationEssentials
package import HeadwayModel

/// A request to queue a task: the fields of a begin, plus the terms of the launch.
///
/// A second submission with the same `key` queues nothing. If the hub is to launch the task, its
/// payload must come first; see ``PayloadMessage``.
///
/// ```json
/// {"type":"submit","request":1,"key":"5f0c…0516","title":"Train","needs":{"gpu":1}}
/// ```
package struct SubmitMessage: MessageBody {
  package static let type = "submit"
  package var begin: BeginMessage
  package var terms: LaunchTerms

  package init(_ submission: Submission, request: Int? = nil) {
    begin = BeginMessage(submission.description, submission.report, request: request)
    terms = submission.terms
  }

  package var request: Int? { begin.request }

  /// The submission in the hub's own terms.
  package var submission: Submission {
    Submission(begin.description, terms, report: begin.report)
  }
}

extension SubmitMessage {
  /// Decodes a message.
  ///
  /// - Throws: also for a `refresh` without an identifier or without the hub as the launcher.
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
  /// The names of the terms on the wire. A term with its default value is left out.
  enum Field: String, CodingKey {
    case strategy, priority, slot, needs, after, afterAny, at, atWords, when, `while`, launcher,
      retries, refresh, woken
  }

  /// Decodes the terms.
  ///
  /// - Throws: for numbers out of range and for unknown conditions. A task whose terms the hub
  ///   doesn't understand would start too early, so the hub refuses such a task.
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

  /// Checks the ranges of the numbers and the lengths of the lists.
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

  /// Decodes the interval of a periodic task, in seconds.
  private static func interval(_ fields: KeyedDecodingContainer<Field>) throws -> Duration? {
    try fields.decodeIfPresent(Double.self, forKey: .refresh).map { seconds in
      guard let interval = Duration(nonNegativeSeconds: seconds),
        refreshIntervals.contains(interval)
      else { throw fields.wrong(.refresh, "1 s to 366 days") }
      return interval
    }
  }

  /// Decodes a list of conditions, such as `ac` or `load<2`.
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

  /// Decodes the dependencies from two lists: `after` requires success, `afterAny` any end.
  private static func dependencies(
    _ fields: KeyedDecodingContainer<Field>
  ) throws -> [Dependency] {
    let strict = try fields.decodeIfPresent([TaskReference].self, forKey: .after) ?? []
    let lax = try fields.decodeIfPresent([TaskReference].self, forKey: .afterAny) ?? []
    return strict.map { Dependency($0, needsSuccess: true) }
      + lax.map { Dependency($0, needsSuccess: false) }
  }

  /// Decodes the earliest start. Without `atWords` the words are the time itself.
  private static func earliest(
    _ fields: KeyedDecodingContainer<Field>
  ) throws -> EarliestStart? {
    let words = try fields.decodeIfPresent(SanitisedText.self, forKey: .atWords)
    return try fields.decodeIfPresent(WallTime.self, forKey: .at).map {
      EarliestStart($0, words: words ?? SanitisedText($0.description))
    }
  }

  /// Encodes the terms that differ from their defaults.
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

/// The form of the record, which is the form of the wire.
extension LaunchTerms: Codable {
  /// Decodes the terms from an object that has nothing else of interest.
  package init(from decoder: any Decoder) throws {
    self = try LaunchTerms(wire: try decoder.container(keyedBy: Field.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Field.self)
    try encode(to: &fields)
  }
}

extension KeyedDecodingContainer {
  /// The error for a field that has the right type and a wrong value.
  fileprivate func wrong(_ key: Key, _ reason: String) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: reason)
  }
}

/// A part of a launch payload.
///
/// A client sends all parts of the payload in order, before the `submit`, over the same connection.
/// The message has no answer.
package struct PayloadMessage: MessageBody {
  package static let type = "payload"
  package var key: TaskKey
  /// The bytes of the part; on the wire in Base64 (RFC 4648).
  private var data: Data

  /// The greatest number of bytes of a part. Base64 adds a third, and a line has 64 KiB.
  package static let partLimit = 40_000

  /// Makes a part of the payload of the task `key`.
  package init(_ key: TaskKey, part: ArraySlice<UInt8>) {
    self.key = key
    data = part.withUnsafeBytes { part in
      part.baseAddress.map { Data(bytes: $0, count: part.count) } ?? Data()
    }
  }

  package var bytes: [UInt8] { Array(data) }

  /// Decodes a line without `JSONDecoder`; nil if `JSONDecoder` must decide.
  package init?(plain line: ArraySlice<UInt8>) {
    guard line.starts(with: Self.plainStart), let object = PlainObject(line) else { return nil }
    var fields = PlainFields(object)
    guard fields.text("type") == Self.type, let key = fields.key("key"),
      let data = fields.text("data").flatMap({ Data(base64Encoded: $0) }), fields.isExhausted
    else { return nil }
    (self.key, self.data) = (key, data)
  }

  /// The start of the line as ``plainLine`` writes it. Other messages are skipped without a search.
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

/// The hub's answer to a submission that the record has.
package struct SubmittedMessage: MessageBody {
  package static let type = "submitted"
  package var request: Int?
  package var key: TaskKey
  package var number: TaskNumber
  /// The queued task of the same identifier that this one replaced; nil for none.
  package var replaces: TaskNumber?

  package init(request: Int?, key: TaskKey, number: TaskNumber, replaces: TaskNumber? = nil) {
    self.request = request
    self.key = key
    self.number = number
    self.replaces = replaces
  }
}

/// A request for another attempt at an ended task that the hub had launched.
///
/// ```json
/// {"type":"restart","request":2,"task":7}
/// ```
package struct RestartMessage: MessageBody {
  package static let type = "restart"
  package var request: Int?
  package var task: TaskReference

  package init(task: TaskReference, request: Int? = nil) {
    self.request = request
    self.task = task
  }
}

/// A request to change one property of a queued task.
///
/// ```json
/// {"type":"adjust","request":3,"task":7,"priority":10}
/// ```
package struct AdjustMessage: MessageBody {
  package static let type = "adjust"
  package var request: Int?
  package var task: TaskReference
  package var priority: Int?
  package var title: SanitisedText?
  /// The task to change places with.
  package var place: TaskReference?
  /// The new command. `task` must then be a key, and the new payload must have come before.
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

  /// The change in the hub's own terms; nil if the message has none that this version knows.
  ///
  /// A priority out of range is moved to the end of the range.
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
