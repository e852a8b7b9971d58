import HeadwayModel

/// The fields of a task's progress, shared by a whole task and a step.
extension TaskProgressView {
  /// Writes all fields; see ``FieldWriter`` for fields without a value.
  func write(to fields: inout FieldWriter<TaskSnapshot.Field>) throws {
    try fields.write(completed, .completed)
    try fields.write(total, .total)
    try fields.write(unit, .unit)
    try fields.write(estimated, .estimated)
    try fields.write(fraction, .fraction)
    try fields.write(estimatedFraction, .estimatedFraction)
    try fields.write(isGrowing, .growing)
    try fields.write(phase, .phase)
    try fields.write(rate, .rate)
    try fields.write(eta?.inSeconds, .eta)
    try fields.write(etaConfidence, .etaConfidence)
  }

  /// Decodes all fields. A newer hub's unknown confidence reads as approximate.
  init(_ fields: KeyedDecodingContainer<TaskSnapshot.Field>) throws {
    self.init()
    completed = try fields.decodeIfPresent(Int64.self, forKey: .completed)
    total = try fields.decodeIfPresent(Int64.self, forKey: .total)
    unit = try fields.decodeIfPresent(SanitisedText.self, forKey: .unit)
    estimated = try fields.decodeIfPresent(Int64.self, forKey: .estimated) ?? 0
    fraction = try fields.decodeIfPresent(Double.self, forKey: .fraction)
    estimatedFraction = try fields.decodeIfPresent(Double.self, forKey: .estimatedFraction)
    isGrowing = try fields.decodeIfPresent(Bool.self, forKey: .growing) ?? false
    phase = try fields.decodeIfPresent(SanitisedText.self, forKey: .phase)
    rate = try fields.decodeIfPresent(Double.self, forKey: .rate)
    eta = try fields.seconds(.eta)
    etaConfidence = try fields.decodeIfPresent(String.self, forKey: .etaConfidence).map {
      EtaConfidence(rawValue: $0) ?? .approximate
    }
  }
}
