internal import HeadwayModel

/// A status line in the user's own format: text with `{field}`s.
///
/// A field is a word in braces. Other braces are plain text, so a template may be a JSON object.
/// Values are escaped for their place in the template: see ``TemplatePlace``.
///
/// ```swift
/// let template = try StatusTemplate("{running} jobs, {percent}%")
/// StatusLine(summary).filling(template)  // 2 jobs, 63%
/// ```
package struct StatusTemplate: Hashable, Sendable {
  /// The fields. Raw values are their names in a template.
  package enum Field: String, Hashable, Sendable, CaseIterable {
    case text, running, queued, paused, cancelling, failed, needs, percent, title
  }

  /// A stretch of the user's text, or a field with its place.
  private enum Piece: Hashable, Sendable {
    case text(Substring)
    case field(Field, TemplatePlace)
  }

  /// A value for a field.
  enum Value {
    case text(String)
    /// A number. Nil if it isn't known.
    case number(Int?)
  }

  private var pieces: [Piece] = []

  /// Parses a template. Throws if a word in braces isn't a field, or if the template has no field
  /// at all.
  package init(_ template: String) throws(StatusTemplateError) {
    var scanner = TemplateScanner(template)
    var rest = template[...]
    while let word = rest.firstMatch(of: #/\{([A-Za-z]+)\}/#) {
      guard let field = Field(rawValue: String(word.1)) else {
        throw .unknownField(String(word.0))
      }
      let text = rest[..<word.range.lowerBound]
      scanner.pass(text)
      pieces += [.text(text), .field(field, scanner.place)]
      rest = rest[word.range.upperBound...]
    }
    if pieces.isEmpty { throw .noField(template) }
    pieces.append(.text(rest))
  }

  /// The template with a value for every field. A value isn't scanned for fields, so a title like
  /// `{running}` stays as it is.
  func filled(_ value: (Field) -> Value) -> String {
    var line = ""
    var hasTags = false
    for piece in pieces {
      switch piece {
      case .text(let text): line.append(String(text), apart: hasTags, within: false)
      case .field(let field, let place):
        hasTags = place.hasTags
        let written =
          switch value(field) {
          case .text(let text): place.written(text: text)
          case .number(let number): place.written(number: number)
          }
        line.append(written, apart: hasTags, within: hasTags)
      }
    }
    return line
  }
}

extension String {
  /// Appends `text`. Puts a space between a percent sign and a brace, because some bars read `%{`
  /// as a tag that may run a command. `apart` checks the seam between the two texts, and `within`
  /// checks `text` itself.
  fileprivate mutating func append(_ text: String, apart: Bool, within: Bool) {
    guard apart || within else { return self += text }
    var last = unicodeScalars.last
    var isApart = apart
    for scalar in text.unicodeScalars {
      if isApart, last == "%", scalar == "{" { unicodeScalars.append(" ") }
      unicodeScalars.append(scalar)
      (last, isApart) = (scalar, within)
    }
  }
}

/// The reason why a template can't be used: the line would be the template itself.
package enum StatusTemplateError: Error, Hashable {
  /// A word in braces that isn't a field.
  case unknownField(String)
  /// A template without any field, probably a misspelt format name.
  case noField(String)
}

extension StatusTemplateError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownField(let word):
      String(localized: "unknown field \(word); use \(Self.fields)")
    case .noField(let word):
      String(localized: "unknown format \(word); a template needs one of \(Self.fields)")
    }
  }

  private static var fields: String {
    StatusTemplate.Field.allCases.map { "{\($0)}" }.joined(separator: ", ")
  }
}
