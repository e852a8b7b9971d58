/// The characters a screen is drawn with beyond letters and digits; each takes one column.
package struct Glyphs: Hashable, Sendable {
  /// The parts of a bar's cell from the least to the full one.
  package var barSteps: [String]
  package var barEstimated: String
  package var barStart: String
  package var barEnd: String
  package var selection: String
  /// Before a card that is part of the one above.
  package var branch: String
  /// Before the count of parts that aren't listed.
  package var folded: String
  /// A card that the next action is for.
  package var marked: String
  package var separator: String
  /// Ends text that was cut; the one that may take more than a column.
  package var ellipsis: String
  package var up: String
  package var down: String
  package var left: String
  package var right: String
  /// The height of a value in a course, from the least to the full one.
  package var levels: [String]
  package var marks: Marks

  /// One mark a state, told apart without colour.
  package struct Marks: Hashable, Sendable {
    package var queued: String
    package var starting: String
    package var running: String
    package var paused: String
    package var suspended: String
    package var needsAnswer: String
    package var cancelling: String
    package var completed: String
    package var failed: String
    package var cancelled: String
    package var expired: String
    package var lost: String
  }

  /// For a UTF-8 terminal.
  package static let unicode = Glyphs(
    barSteps: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], barEstimated: "░", barStart: "▕",
    barEnd: "▏", selection: "▌", branch: "└", folded: "▸", marked: "◆", separator: "·",
    ellipsis: "…", up: "↑",
    down: "↓",
    left: "←", right: "→", levels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    marks: Marks(
      queued: "◌", starting: "▷", running: "▶", paused: "‖", suspended: "☾", needsAnswer: "?",
      cancelling: "⊘", completed: "✓", failed: "✗", cancelled: "■", expired: "⧗", lost: "∅"))

  /// For any other.
  package static let ascii = Glyphs(
    barSteps: ["#"], barEstimated: "-", barStart: "[", barEnd: "]", selection: "|", branch: "`",
    folded: "+",
    marked: "*",
    separator: "-", ellipsis: "...", up: "Up", down: "Down", left: "Left", right: "Right",
    levels: ["_", ".", "-", "=", "#"],
    marks: Marks(
      queued: "o", starting: ")", running: ">", paused: "=", suspended: "z", needsAnswer: "?",
      cancelling: "!", completed: "+", failed: "x", cancelled: "#", expired: "%", lost: "~"))
}
