package import HeadwayModel

/// The JSON form of a task, on the wire and in `headway list --json`.
///
/// Fields are added, never renamed. A field without a value is left out. An encoder whose user info
/// has ``CodingUserInfoKey/explicitNulls`` writes such a field as null instead.
extension TaskSnapshot: Codable {
  /// The names of the fields, in the order in which `PlainWriter` writes them.
  ///
  /// `PlainTask` relies on the order.
  enum Field: String, CodingKey, CaseIterable {
    case number, key, title, state, identifier, subtitle, sensitive
    case endReason, endDetail, exitCode, signal, cancelNote
    case completed, total, unit, estimated, fraction, estimatedFraction, growing, phase, rate, eta
    case etaConfidence
    case elapsed, queuedAt, startedAt, endedAt
    case foreground, attachable, pausable, restartable
    case stalled, stalledFor, slowdown, memoryShort, memoryBytes, expiresIn
    case waitingForInput, assertion, leakedAssertion, question, position, blockedOn
    case pid, command, directory, parent, attempt, group, priority, needs
    case waitsFor, after, afterAny, at, when, `while`, retries, retriesAt, refresh
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = FieldWriter<Field>(encoder)
    try encodeIdentity(to: &fields)
    try encodeEnding(to: &fields)
    try progress.write(to: &fields)
    try encodeTimes(to: &fields)
    try encodeStanding(to: &fields)
    try encodeOrigin(to: &fields)
    try encodeTerms(to: &fields)
  }

  private func encodeIdentity(to fields: inout FieldWriter<Field>) throws {
    try fields.write(number, .number)
    try fields.write(key, .key)
    try fields.write(identifier, .identifier)
    try fields.write(title, .title)
    try fields.write(subtitle, .subtitle)
    try fields.write(sensitive, .sensitive)
    try fields.write(state, .state)
  }

  private func encodeEnding(to fields: inout FieldWriter<Field>) throws {
    let status = ending?.status.wireFields
    try fields.write(ending?.reason.word, .endReason)
    try fields.write(ending?.reason.detail, .endDetail)
    try fields.write(status?.exitCode, .exitCode)
    try fields.write(status?.signal, .signal)
    try fields.write(cancelNote, .cancelNote)
  }

  private func encodeTimes(to fields: inout FieldWriter<Field>) throws {
    try fields.write(elapsed?.inSeconds, .elapsed)
    try fields.write(queuedAt, .queuedAt)
    try fields.write(startedAt, .startedAt)
    try fields.write(endedAt, .endedAt)
  }

  /// Encodes the fields about what the task does now: stall, input, assertions, place in the queue.
  ///
  /// A reader of `headway list --json` gets the exact kind of a stall. A client on the wire gets a
  /// word that older clients know, with an additional field.
  private func encodeStanding(to fields: inout FieldWriter<Field>) throws {
    try fields.write(foreground, .foreground)
    try fields.write(isAttachable ? true : nil, .attachable)
    try fields.write(isPausable ? true : nil, .pausable)
    try fields.write(isRestartable ? true : nil, .restartable)
    try fields.write(fields.writesNulls ? stalled : stalled?.olderWord, .stalled)
    try fields.write(stalledFor?.inSeconds, .stalledFor)
    try fields.write(slowdown, .slowdown)
    if stalled == .memory, !fields.writesNulls { try fields.write(true, .memoryShort) }
    try fields.write(memoryBytes, .memoryBytes)
    try fields.write(expiresIn?.inSeconds, .expiresIn)
    try fields.write(waitingForInput, .waitingForInput)
    try fields.write(assertion, .assertion)
    try fields.write(leakedAssertion, .leakedAssertion)
    try fields.write(question(), .question)
    try fields.write(position, .position)
    try fields.write(blockedOn, .blockedOn)
  }

  private func encodeOrigin(to fields: inout FieldWriter<Field>) throws {
    try fields.write(pid, .pid)
    try fields.write(command, .command)
    try fields.write(directory, .directory)
    try fields.write(parent, .parent)
    try fields.write(attempt, .attempt)
    try fields.write(group, .group)
    try fields.write(priority, .priority)
    try fields.write(needs, .needs)
  }

  private func encodeTerms(to fields: inout FieldWriter<Field>) throws {
    try fields.write(list: terms.waitsFor, .waitsFor)
    try fields.write(list: terms.after, .after)
    try fields.write(list: terms.afterAny, .afterAny)
    try fields.write(terms.earliest, .at)
    try fields.write(list: terms.conditions, .when)
    try fields.write(list: terms.whileConditions, .while)
    try fields.write(terms.retries > 0 ? terms.retries : nil, .retries)
    try fields.write(terms.retriesAt, .retriesAt)
    try fields.write(terms.refresh?.inSeconds, .refresh)
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Field.self)
    self.init(
      number: try fields.decode(TaskNumber.self, forKey: .number),
      key: try fields.decode(TaskKey.self, forKey: .key),
      title: try fields.decode(SanitisedText.self, forKey: .title),
      state: try fields.decode(TaskState.self, forKey: .state))
    identifier = try fields.decodeIfPresent(SanitisedText.self, forKey: .identifier)
    subtitle = try fields.decodeIfPresent(SanitisedText.self, forKey: .subtitle)
    sensitive = try fields.decodeIfPresent(Bool.self, forKey: .sensitive) ?? false
    ending = try Self.decodeEnding(fields)
    cancelNote = try fields.decodeIfPresent(SanitisedText.self, forKey: .cancelNote)
    progress = try TaskProgressView(fields)
    elapsed = try fields.seconds(.elapsed)
    queuedAt = try fields.decodeIfPresent(WallTime.self, forKey: .queuedAt)
    startedAt = try fields.decodeIfPresent(WallTime.self, forKey: .startedAt)
    endedAt = try fields.decodeIfPresent(WallTime.self, forKey: .endedAt)
    try decodeStanding(fields)
    try decodeOrigin(fields)
    terms = try Self.decodeTerms(fields)
  }

  private mutating func decodeStanding(_ fields: KeyedDecodingContainer<Field>) throws {
    foreground = try fields.decodeIfPresent(Bool.self, forKey: .foreground) ?? false
    isAttachable = try fields.decodeIfPresent(Bool.self, forKey: .attachable) ?? false
    isPausable = try fields.decodeIfPresent(Bool.self, forKey: .pausable) ?? false
    isRestartable = try fields.decodeIfPresent(Bool.self, forKey: .restartable) ?? false
    slowdown = try fields.decodeIfPresent(Double.self, forKey: .slowdown)
    stalled = try fields.decodeIfPresent(String.self, forKey: .stalled).map {
      StallKind(wireWord: $0, slowdown: slowdown)
    }
    if stalled != nil, try fields.decodeIfPresent(Bool.self, forKey: .memoryShort) == true {
      stalled = .memory
    }
    memoryBytes = try fields.decodeIfPresent(Int64.self, forKey: .memoryBytes)
    stalledFor = try fields.seconds(.stalledFor)
    expiresIn = try fields.seconds(.expiresIn)
    waitingForInput = try fields.decodeIfPresent(InputWait.self, forKey: .waitingForInput)
    assertion = try fields.decodeIfPresent(SanitisedText.self, forKey: .assertion)
    leakedAssertion = try fields.decodeIfPresent(SanitisedText.self, forKey: .leakedAssertion)
    position = try fields.decodeIfPresent(Int.self, forKey: .position)
    blockedOn = try fields.decodeIfPresent(SanitisedText.self, forKey: .blockedOn)
  }

  private mutating func decodeOrigin(_ fields: KeyedDecodingContainer<Field>) throws {
    pid = try fields.decodeIfPresent(Int32.self, forKey: .pid)
    command = try fields.decodeIfPresent([SanitisedText].self, forKey: .command)
    directory = try fields.decodeIfPresent(SanitisedText.self, forKey: .directory)
    parent = try fields.decodeIfPresent(TaskKey.self, forKey: .parent)
    attempt = try fields.decodeIfPresent(Int.self, forKey: .attempt) ?? 1
    group = try fields.decodeIfPresent(SanitisedText.self, forKey: .group)
    priority = try fields.decodeIfPresent(Int.self, forKey: .priority) ?? 0
    needs = try fields.decodeIfPresent([String: Int].self, forKey: .needs) ?? [:]
  }

  private static func decodeTerms(
    _ fields: KeyedDecodingContainer<Field>
  ) throws -> LaunchTermsView {
    var view = LaunchTermsView()
    view.waitsFor = try fields.decodeIfPresent([SanitisedText].self, forKey: .waitsFor) ?? []
    view.after = try fields.decodeIfPresent([TaskNumber].self, forKey: .after) ?? []
    view.afterAny = try fields.decodeIfPresent([TaskNumber].self, forKey: .afterAny) ?? []
    view.earliest = try fields.decodeIfPresent(WallTime.self, forKey: .at)
    view.conditions = try fields.decodeIfPresent([SanitisedText].self, forKey: .when) ?? []
    view.whileConditions = try fields.decodeIfPresent([SanitisedText].self, forKey: .while) ?? []
    view.retries = try fields.decodeIfPresent(Int.self, forKey: .retries) ?? 0
    view.retriesAt = try fields.decodeIfPresent(WallTime.self, forKey: .retriesAt)
    view.refresh = try fields.seconds(.refresh)
    return view
  }

  private static func decodeEnding(
    _ fields: KeyedDecodingContainer<Field>
  ) throws -> TaskEnding? {
    guard let word = try fields.decodeIfPresent(EndWord.self, forKey: .endReason) else {
      return nil
    }
    let detail = try fields.decodeIfPresent(String.self, forKey: .endDetail)
    let status = ExitStatus(
      exitCode: try fields.decodeIfPresent(Int32.self, forKey: .exitCode),
      signal: try fields.decodeIfPresent(Int32.self, forKey: .signal))
    return TaskEnding(reason: EndReason(word: word, detail: detail) ?? .lost, status: status)
  }
}

extension CodingUserInfoKey {
  /// The key that makes an encoder write missing fields as null.
  package static let explicitNulls = CodingUserInfoKey(rawValue: "headway.explicitNulls")
}

extension StallKind {
  /// Decodes the kind of a stall.
  ///
  /// On the wire a slow task is `notAdvancing` with a `slowdown`, because older clients refuse a
  /// word that they don't know. A newer hub's unknown word reads as `notAdvancing`.
  init(wireWord: String, slowdown: Double?) {
    let kind = StallKind(rawValue: wireWord) ?? .notAdvancing
    self = kind == .notAdvancing && slowdown != nil ? .slow : kind
  }
}
