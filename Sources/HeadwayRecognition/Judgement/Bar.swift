/// A sample of one progress display: its value, and the properties that tell displays apart.
///
/// The word *bar* is used whatever the display looks like: a drawn bar, a bare `40%`, a `[3/12]`.
/// ``ProgressJudge`` makes one from each finding that measures something. ``Belief``, ``Lead``,
/// ``Movement`` and ``ParallelBars`` compare it with earlier samples. Two samples belong to the
/// same display if tool and label are equal; some of these types look at the row as well.
struct Bar {
  var tool: Tool
  /// The fingerprint of the letters beside the value; 0 if there are none.
  var label: UInt64
  var trust: RecognitionRule.Trust
  var measure: Measure
  var place: LinePlace
  /// The meaning of the words around a generic sample; `.progress` for the rules of a tool.
  var wording = Wording.progress
}

/// The place of a line on the terminal, and the way the line began and ended.
///
/// A line that draws over an earlier one is almost always a progress display. A line that stays
/// could be anything. Most decisions of the judgement begin with that difference.
struct LinePlace: Hashable {
  /// The row, counted downwards from the row on which the output began.
  ///
  /// The number may be negative: a command may move the cursor above its first row.
  var row = 0
  /// Whether the line draws over text that was written before.
  var isRedraw = false
  /// Whether the cursor reached the line by an absolute position (`ESC [ row ; column H`).
  var isPlaced = false
  /// The event that ended the line; `.open` while the line is being written.
  var end = LineEnd.open

  /// Whether the line neither draws over another one nor has been drawn over so far.
  var stays: Bool { !isRedraw && (end == .lineFeed || end == .open) }
}

enum LineEnd: Hashable {
  /// No end yet: the line is read while its last bytes may still come.
  case open
  /// A line feed. The line stays on the screen.
  case lineFeed
  /// Any other move of the cursor: back on its row, down, or to an absolute place.
  case redraw
  /// A move of the cursor upwards: the line belongs to a block that is drawn again and again.
  case up
}
