/// One reading of one progress display: what it measures, and what tells it from others.
struct Bar {
  var tool: Tool
  var label: UInt64
  var trust: RecognitionRule.Trust
  var measure: Measure
  var place: LinePlace
  var wording = Wording.progress
}

/// Where on the terminal a line stood.
struct LinePlace: Hashable {
  /// Counted from where the output began, down.
  var row = 0
  /// It draws over what was there.
  var isRedraw = false
  /// At an absolute place of the screen.
  var isPlaced = false
  var end = LineEnd.open

  /// Nothing was drawn over by it, or over it so far.
  var stays: Bool { !isRedraw && (end == .lineFeed || end == .open) }
}

/// What came behind a line.
enum LineEnd: Hashable {
  /// Nothing so far.
  case open
  case lineFeed
  /// The cursor went back on its row, or elsewhere.
  case redraw
  /// The cursor went up: the line belongs to a block that is drawn again and again.
  case up
}
