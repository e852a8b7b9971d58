import HeadwayModel

/// The content of a line below a card's title, before it is drawn. Comparing contents is much
/// cheaper than drawing, and most lines of a running task don't change with a report.
enum CardLine: Equatable {
  case subtitle(String)
  case progress(ProgressFigures)
  case other(Line)
}

extension CardView {
  /// Draws the content of a line.
  func line(_ line: CardLine) -> Line {
    switch line {
    case .subtitle(let text): Line(left: [indentation, Span(text, .faint)])
    case .progress(let figures): progressLine(figures)
    case .other(let line): line
    }
  }
}
