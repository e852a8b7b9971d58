package import HeadwayModel

/// The JSON fields of a report, which stand beside the fields of the message that carries the
/// report.
///
/// A field that is left out keeps its value in the hub. Fields are added, never renamed.
extension WorkerReport: Codable {
  private enum Field: String, CodingKey {
    case title, subtitle, completed, total, unit, estimated, phase, foreground, waitingForInput
    case paused, assertion, leakedAssertion, attachable, pausable, halt, resting
    case advance
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Field.self)
    self.init()
    title = try fields.decodeIfPresent(SanitisedText.self, forKey: .title)
      .map { SanitisedText($0.string) }
    subtitle = try fields.decodeIfPresent(SanitisedText.self, forKey: .subtitle)
    reading = ProgressReading(
      completed: try fields.decodeIfPresent(Int64.self, forKey: .completed),
      total: try fields.decodeIfPresent(Int64.self, forKey: .total),
      unit: try fields.decodeIfPresent(SanitisedText.self, forKey: .unit),
      estimated: try fields.decodeIfPresent(Int64.self, forKey: .estimated),
      phase: try fields.decodeIfPresent(SanitisedText.self, forKey: .phase),
      isResting: try fields.decodeIfPresent(Bool.self, forKey: .resting),
      advance: try fields.decodeIfPresent(AdvanceReport.self, forKey: .advance))
    foreground = try fields.decodeIfPresent(Bool.self, forKey: .foreground)
    isAttachable = try fields.decodeIfPresent(Bool.self, forKey: .attachable)
    isPausable = try fields.decodeIfPresent(Bool.self, forKey: .pausable)
    inputWait = try fields.decodeIfPresent(InputWaitReport.self, forKey: .waitingForInput)
    isPaused = try fields.decodeIfPresent(Bool.self, forKey: .paused)
    halt = try fields.decodeIfPresent(HaltReport.self, forKey: .halt)
    assertion = try fields.decodeIfPresent(SanitisedText.self, forKey: .assertion)
    leakedAssertion = try fields.decodeIfPresent(SanitisedText.self, forKey: .leakedAssertion)
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Field.self)
    try fields.encodeIfPresent(title, forKey: .title)
    try fields.encodeIfPresent(subtitle, forKey: .subtitle)
    try fields.encodeIfPresent(reading.completed, forKey: .completed)
    try fields.encodeIfPresent(reading.total, forKey: .total)
    try fields.encodeIfPresent(reading.unit, forKey: .unit)
    try fields.encodeIfPresent(reading.estimated, forKey: .estimated)
    try fields.encodeIfPresent(reading.phase, forKey: .phase)
    try fields.encodeIfPresent(reading.isResting, forKey: .resting)
    try fields.encodeIfPresent(reading.advance, forKey: .advance)
    try fields.encodeIfPresent(foreground, forKey: .foreground)
    try fields.encodeIfPresent(isAttachable, forKey: .attachable)
    try fields.encodeIfPresent(isPausable, forKey: .pausable)
    try fields.encodeIfPresent(inputWait, forKey: .waitingForInput)
    try fields.encodeIfPresent(isPaused, forKey: .paused)
    try fields.encodeIfPresent(halt, forKey: .halt)
    try fields.encodeIfPresent(assertion, forKey: .assertion)
    try fields.encodeIfPresent(leakedAssertion, forKey: .leakedAssertion)
  }
}
