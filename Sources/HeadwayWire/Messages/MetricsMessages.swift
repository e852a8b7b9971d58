package import HeadwayModel

/// A request for the hub's numbers as text for a monitoring system.
///
/// The hub answers with ``MetricsMessage``s and a `snapshotEnd` with their number. Only a hub with
/// ``HubFeature/metrics`` knows the request.
///
/// ```json
/// {"type":"metrics","request":4,"format":"openmetrics"}
/// ```
package struct MetricsRequest: MessageBody {
  package static let type = "metrics"
  package var request: Int?
  package var format: MetricsFormat

  package init(_ format: MetricsFormat, request: Int? = nil) {
    (self.format, self.request) = (format, request)
  }

  package static var unread: MetricsRequest { MetricsRequest(.prometheus) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    var word = format.rawValue
    try fields.required("format", &word)
    guard fields.isReading else { return }
    guard let format = MetricsFormat(rawValue: word) else {
      throw .wrong("format", MetricsFormat.allCases.map(\.rawValue).joined(separator: " or "))
    }
    self.format = format
  }
}

/// A part of the text that answers a ``MetricsRequest``. The parts in their order are the text.
///
/// ```json
/// {"type":"metrics","request":4,"text":"# HELP headway_hub_up …"}
/// ```
package struct MetricsMessage: MessageBody {
  package static let type = "metrics"
  package var request: Int?
  /// Whole lines, each with its newline.
  package var text: String

  package init(_ text: String, request: Int?) { (self.text, self.request) = (text, request) }

  package static var usualSize: Int { 8 << 10 }

  package static var unread: MetricsMessage { MetricsMessage("", request: nil) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("text", &text)
  }

  /// Splits a text into parts of whole lines, each of which fits a line of the wire.
  package static func parts(of text: String) -> [String] {
    var parts: [String] = []
    var part = ""
    for line in text.split(separator: "\n") {
      if !part.isEmpty, part.utf8.count + line.utf8.count > partLimit {
        parts.append(part)
        part = ""
      }
      part += line
      part += "\n"
    }
    return part.isEmpty ? parts : parts + [part]
  }

  /// The number of bytes of a part. JSON writes a byte of a label as six at most.
  private static var partLimit: Int { 8 << 10 }
}
