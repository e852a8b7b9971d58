/// A form of the status line that a person wrote: text with `{field}`s to be filled in.
///
/// Other braces are text, so that a template may be an object of JSON.
package struct StatusTemplate: Hashable, Sendable {
  package enum Field: String, Hashable, Sendable, CaseIterable {
    case text, running, queued, paused, cancelling, failed, needs, percent, title
  }

  private enum Piece: Hashable, Sendable {
    case text(Substring)
    case field(Field)
  }

  private var pieces: [Piece] = []

  /// Fails where a word in braces isn't a field, and where there is no field at all.
  package init(_ template: String) throws(StatusTemplateError) {
    var rest = template[...]
    while let word = rest.firstMatch(of: #/\{([A-Za-z]+)\}/#) {
      guard let field = Field(rawValue: String(word.1)) else {
        throw .unknownField(String(word.0))
      }
      pieces += [.text(rest[..<word.range.lowerBound]), .field(field)]
      rest = rest[word.range.upperBound...]
    }
    if pieces.isEmpty { throw .noField(template) }
    pieces.append(.text(rest))
  }

  /// Filled in once: a title that looks like a field stays as it is.
  package func filled(_ value: (Field) -> String) -> String {
    pieces.reduce(into: "") { line, piece in
      switch piece {
      case .text(let text): line += text
      case .field(let field): line += value(field)
      }
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
