import HeadwayModel

/// The place of a field in a status template. It decides how a value is escaped, so that a title
/// can neither end a JSON string nor start markup of the bar.
enum TemplatePlace: Hashable {
  /// Plain text, possibly with tags of polybar and lemonbar (`%{F#f00}`).
  case plain
  /// A template with tmux styles (`#[bold]`).
  case tmux
  /// Pango markup (`<b>{title}</b>`).
  case markup
  /// The inside of a JSON string. `isMarkup` tells whether the bar reads the string as Pango
  /// markup.
  case jsonString(isMarkup: Bool)
  /// A whole JSON value: `{"title":{title}}`.
  case jsonValue(isMarkup: Bool)

  /// The text, escaped for this place.
  func written(text: String) -> String {
    switch self {
    case .plain: text
    case .tmux: text.tmuxEscaped
    case .markup: text.pangoEscaped
    case .jsonString(let isMarkup): (isMarkup ? text.pangoEscaped : text).jsonEscaped
    case .jsonValue(let isMarkup): "\"\((isMarkup ? text.pangoEscaped : text).jsonEscaped)\""
    }
  }

  /// The number for this place. Nil becomes `null` as a JSON value, and nothing elsewhere.
  func written(number: Int?) -> String {
    if case .jsonValue = self, number == nil { return "null" }
    return number.map { "\($0)" } ?? ""
  }

  /// Whether `%{` starts a tag of polybar or lemonbar here. These bars have no escape for it, and
  /// their tags can run a command on a click.
  var hasTags: Bool { self == .plain }
}

/// A scanner that tells the place of each field while the template is read from the front.
struct TemplateScanner {
  private let kind: Kind
  private var isInString = false
  private var isEscaped = false

  /// The kind of template, guessed from its text.
  private enum Kind {
    case json(isMarkup: Bool)
    case other(TemplatePlace)
  }

  /// Guesses the kind from the complete template: JSON begins with a brace or bracket and a quote,
  /// tmux templates contain `#[`, and markup contains a Pango tag.
  init(_ template: String) {
    let hasMarkup = template.contains(#/</(b|big|i|s|small|span|sub|sup|tt|u)>/#)
    if template.starts(with: #/\s*[\[{][\s\[{]*"/#) {
      kind = .json(isMarkup: hasMarkup || Self.isMarkup(json: template))
    } else if template.contains("#[") {
      kind = .other(.tmux)
    } else {
      kind = .other(hasMarkup ? .markup : .plain)
    }
  }

  /// Whether the bar reads the JSON's texts as markup. waybar always does. i3bar and sway-bar do if
  /// the block has `"markup": "pango"`.
  private static func isMarkup(json: String) -> Bool {
    json.contains(#/"markup"\s*:\s*"pango"/#)
      || !json.contains("\"full_text\"")
        && ["\"tooltip\"", "\"class\"", "\"alt\"", "\"percentage\""].contains { json.contains($0) }
  }

  /// Reads a stretch of the user's text. Quotes matter only in JSON.
  mutating func pass(_ text: Substring) {
    for scalar in text.unicodeScalars {
      if isEscaped {
        isEscaped = false
      } else if isInString, scalar == "\\" {
        isEscaped = true
      } else if scalar == "\"" {
        isInString.toggle()
      }
    }
  }

  /// The place of a field that follows the text read so far.
  var place: TemplatePlace {
    switch kind {
    case .other(let place): place
    case .json(let isMarkup):
      isInString ? .jsonString(isMarkup: isMarkup) : .jsonValue(isMarkup: isMarkup)
    }
  }
}
