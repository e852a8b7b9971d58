import HeadwayCore

/// The surroundings of a field in a status template. They decide how a value is written there, so that
/// a title stays text and can neither end a string nor start markup of the bar.
enum TemplatePlace: Hashable {
  /// Text without marks, or with tags of polybar and lemonbar (`%{F#f00}`).
  case plain
  /// A template with styles of tmux (`#[bold]`).
  case tmux
  /// Pango markup (`<b>{title}</b>`).
  case markup
  /// Between the quotes of a JSON string.
  case jsonString(isMarkup: Bool)
  /// In JSON, where a whole value stands: `{"title":{title}}`.
  case jsonValue(isMarkup: Bool)

  /// The text of a title, written for this place.
  func written(text: String) -> String {
    switch self {
    case .plain: text
    case .tmux: text.tmuxEscaped
    case .markup: text.pangoEscaped
    case .jsonString(let isMarkup): (isMarkup ? text.pangoEscaped : text).jsonEscaped
    case .jsonValue(let isMarkup): "\"\((isMarkup ? text.pangoEscaped : text).jsonEscaped)\""
    }
  }

  /// A number, written for this place; nil for one that isn't known.
  func written(number: Int?) -> String {
    if case .jsonValue = self, number == nil { return "null" }
    return number.map { "\($0)" } ?? ""
  }

  /// Whether a percent sign and a brace side by side would be the start of a tag of polybar. These
  /// bars have no escape for it, and their tags can run a command at a click.
  var hasTags: Bool { self == .plain }
}

/// Finds the place of each field of a template, from the first one on.
struct TemplateScanner {
  private let kind: Kind
  private var isInString = false
  private var isEscaped = false

  private enum Kind {
    case json(isMarkup: Bool)
    case other(TemplatePlace)
  }

  /// `template` is the whole of it.
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

  /// waybar reads its texts as markup; i3bar and sway-bar do where the block says so.
  private static func isMarkup(json: String) -> Bool {
    json.contains(#/"markup"\s*:\s*"pango"/#)
      || !json.contains("\"full_text\"")
        && ["\"tooltip\"", "\"class\"", "\"alt\"", "\"percentage\""].contains { json.contains($0) }
  }

  /// Goes on over text of the template; of JSON the quotes count.
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

  /// The place of a field behind the text that was passed.
  var place: TemplatePlace {
    switch kind {
    case .other(let place): place
    case .json(let isMarkup):
      isInString ? .jsonString(isMarkup: isMarkup) : .jsonValue(isMarkup: isMarkup)
    }
  }
}
