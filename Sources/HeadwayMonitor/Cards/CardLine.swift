import HeadwayCore

/// What a line below a card's title is drawn from, besides the surroundings of its card: most lines of a
/// card that goes on stay as they are, and that is seen before they are drawn.
enum CardLine: Equatable {
  case subtitle(String)
  case progress(ProgressFigures)
  case other(Line)
}

extension CardView {
  func line(_ line: CardLine) -> Line {
    switch line {
    case .subtitle(let text): Line(left: [indentation, Span(text, .faint)])
    case .progress(let figures): progressLine(figures)
    case .other(let line): line
    }
  }
}
