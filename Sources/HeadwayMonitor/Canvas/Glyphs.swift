/// The characters beyond letters and digits with which a screen is drawn. Marks and parts of a bar
/// take one column each.
///
/// There are four sets: ``unicode``, ``eastAsian``, ``narrow`` and ``ascii``.
package final class Glyphs: Sendable {
  /// The fillings of a bar's cell, from the narrowest to the full cell.
  let barSteps: [CellCluster]
  /// A cell in the estimated part of a bar.
  let barEstimated: CellCluster
  let barStart: CellCluster
  let barEnd: CellCluster
  /// The bar at the left of the selected card.
  package let selection: String
  /// The line between the cards and the output beside them.
  package let rule: String
  /// The mark before a card that is a subtask of the card above.
  package let branch: String
  /// The mark before the number of subtasks that aren't listed.
  package let folded: String
  /// The mark of a card that the next action applies to.
  package let marked: String
  /// The text between two statements, with the blanks around it.
  package let separator: String
  /// The end of a text that was cut.
  package let ellipsis: String
  package let up: String
  package let down: String
  package let left: String
  package let right: String
  /// The heights of a value in a graph, from the lowest to the full height.
  package let levels: [String]
  package let marks: Marks

  /// The marks of the states. They differ in shape, so that nobody needs the colours.
  package struct Marks: Hashable, Sendable {
    package let queued: String
    package let starting: String
    package let running: String
    package let paused: String
    package let suspended: String
    package let needsAnswer: String
    package let cancelling: String
    package let completed: String
    package let failed: String
    package let cancelled: String
    package let expired: String
    package let lost: String
  }

  private init(
    barSteps: [Unicode.Scalar], barEstimated: Unicode.Scalar, barStart: Unicode.Scalar,
    barEnd: Unicode.Scalar,
    selection: String, rule: String, branch: String, folded: String, marked: String,
    separator: String,
    ellipsis: String, up: String, down: String, left: String, right: String,
    levels: [String], marks: Marks
  ) {
    self.barSteps = barSteps.map { CellCluster($0, width: 1) }
    self.barEstimated = CellCluster(barEstimated, width: 1)
    self.barStart = CellCluster(barStart, width: 1)
    self.barEnd = CellCluster(barEnd, width: 1)
    self.selection = selection
    self.rule = rule
    self.branch = branch
    self.folded = folded
    self.marked = marked
    self.separator = separator
    self.ellipsis = ellipsis
    self.up = up
    self.down = down
    self.left = left
    self.right = right
    self.levels = levels
    self.marks = marks
  }

  /// The glyphs of a UTF-8 terminal.
  package static let unicode = Glyphs(
    barSteps: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], barEstimated: "░", barStart: "▕",
    barEnd: "▏", selection: "▌", rule: "│", branch: "└", folded: "▸", marked: "◆", separator: " · ",
    ellipsis: "…", up: "↑",
    down: "↓",
    left: "←", right: "→", levels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    marks: Marks(
      queued: "◌", starting: "▷", running: "▶", paused: "‖", suspended: "☾", needsAnswer: "?",
      cancelling: "⊘", completed: "✓", failed: "✗", cancelled: "■", expired: "⧗", lost: "∅"))

  /// The glyphs of a UTF-8 terminal that draws ambiguous characters in two columns (see
  /// ``AmbiguousWidth``). None of these is ambiguous.
  package static let eastAsian = Glyphs(
    barSteps: ["▮"], barEstimated: "░", barStart: "[", barEnd: "]", selection: "▐", rule: "|",
    branch: "`", folded: "▸", marked: "*", separator: " ∙ ", ellipsis: "...", up: "￪", down: "￬",
    left: "￩", right: "￫", levels: ["_", ".", "-", "=", "#"],
    marks: Marks(
      queued: "◌", starting: "▻", running: "►", paused: "=", suspended: "☾", needsAnswer: "?",
      cancelling: "⊘", completed: "✓", failed: "✗", cancelled: "▪", expired: "⧗", lost: "∅"))

  /// The glyphs of a UTF-8 console whose font has few characters, such as that of Linux. Blocks and
  /// lines are in the fonts of all consoles.
  package static let narrow = Glyphs(
    barSteps: ["█"], barEstimated: "░", barStart: "│", barEnd: "│", selection: "█", rule: "│",
    branch: "└", folded: "+", marked: "*", separator: " · ", ellipsis: "...", up: "Up",
    down: "Down",
    left: "Left", right: "Right", levels: ["_", "░", "▒", "▓", "█"], marks: ascii.marks)

  /// The glyphs of any other terminal.
  package static let ascii = Glyphs(
    barSteps: ["#"], barEstimated: "-", barStart: "[", barEnd: "]", selection: "|", rule: "|",
    branch: "`", folded: "+", marked: "*", separator: " - ", ellipsis: "...", up: "Up",
    down: "Down", left: "Left", right: "Right",
    levels: ["_", ".", "-", "=", "#"],
    marks: Marks(
      queued: "o", starting: ")", running: ">", paused: "=", suspended: "z", needsAnswer: "?",
      cancelling: "!", completed: "+", failed: "x", cancelled: "#", expired: "%", lost: "~"))
}

extension Glyphs {
  /// The glyphs for a terminal that draws ambiguous characters in two columns.
  package var withoutAmbiguous: Glyphs { self == .unicode ? .eastAsian : self }
}

/// Glyphs are compared by identity, because there is one object for each set.
extension Glyphs: Hashable {
  package static func == (left: Glyphs, right: Glyphs) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
