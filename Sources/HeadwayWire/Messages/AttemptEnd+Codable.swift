package import HeadwayModel

/// The JSON form of an earlier attempt's end, with the field names of ``EndMessage``.
extension AttemptEnd: Codable {
  private enum Field: String, CodingKey {
    case reason, detail, exitCode, signal, startedAt, endedAt
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Field.self)
    let word = try fields.decode(EndWord.self, forKey: .reason)
    let detail = try fields.decodeIfPresent(String.self, forKey: .detail)
    let status = ExitStatus(
      exitCode: try fields.decodeIfPresent(Int32.self, forKey: .exitCode),
      signal: try fields.decodeIfPresent(Int32.self, forKey: .signal))
    self.init(
      TaskEnding(reason: EndReason(word: word, detail: detail) ?? .lost, status: status),
      startedAt: try fields.decode(WallTime.self, forKey: .startedAt),
      endedAt: try fields.decode(WallTime.self, forKey: .endedAt))
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Field.self)
    try fields.encode(ending.reason.word, forKey: .reason)
    try fields.encodeIfPresent(ending.reason.detail, forKey: .detail)
    let (exitCode, signal) = ending.status.wireFields
    try fields.encodeIfPresent(exitCode, forKey: .exitCode)
    try fields.encodeIfPresent(signal, forKey: .signal)
    try fields.encode(startedAt, forKey: .startedAt)
    try fields.encode(endedAt, forKey: .endedAt)
  }
}
