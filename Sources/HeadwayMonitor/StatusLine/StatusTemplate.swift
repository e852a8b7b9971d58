/// A form of the status line that a person wrote: text with `{field}`s to be filled in.
///
/// Other braces are text, so that a template may be an object of JSON. A value is escaped for where its
/// field stands: see ``TemplatePlace``.
package struct StatusTemplate: Hashable, Sendable {
  package enum Field: String, Hashable, Sendable, CaseIterable {
    case text, running, queued, paused, cancelling, failed, needs, percent, title
  }

  private enum Piece: Hashable, Sendable {
    case text(Substring)
    case field(Field, TemplatePlace)
  }

  /// What a field is filled with.
  enum Value {
    case text(String)
    /// Nil for one that isn't known.
    case number(Int?)
  }

  private var pieces: [Piece] = []

  /// Fails where a word in braces isn't a field, and where there is no field at all.
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

  /// Filled in once: a title that looks like a field stays as it is.
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
  /// Appends `text` with a space between each percent sign and the brace behind it: `apart` at the
  /// seam, `within` in the text itself.
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

/// A template that would print itself.
package enum StatusTemplateError: Error, Hashable {
  case unknownField(String)
  case noField(String)
}

extension StatusTemplateError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownField(let word): "\(word) is no field; there are \(Self.fields)"
    case .noField(let word): "\(word) is no format, and no template with \(Self.fields)"
    }
  }

  private static var fields: String {
    StatusTemplate.Field.allCases.map { "{\($0)}" }.joined(separator: ", ")
  }
}
