package import HeadwayCore

/// Puts the parts of the screen together, and keeps them: what hasn't changed isn't drawn again.
package struct MonitorRenderer: Sendable {
  /// Of the last screen.
  private var cards: [TaskKey: DrawnCard] = [:]
  /// By row.
  private var lines: [Int: DrawnLine] = [:]

  package init() {}

  /// What the screen shows of `model` at `now`; a time that a card counts is drawn once a second.
  ///
  /// Costs what has changed of what is in view, whatever there is besides.
  package mutating func render(_ model: MonitorModel, at now: Moment) -> Canvas {
    var canvas = Canvas(size: model.size)
    let areas = model.areas
    drawCards(of: model, areas, at: model.shownTime(now), on: &canvas)
    for (row, line) in Self.lines(of: model, areas) {
      draw(line, row, ellipsis: model.settings.glyphs.ellipsis, on: &canvas)
    }
    return canvas
  }

  /// All but the cards.
  private static func lines(of model: MonitorModel, _ areas: ScreenAreas) -> [(Int, Line)] {
    let size = CanvasSize(columns: areas.size.columns, rows: areas.body.count)
    var lines: [(Int, Line)] = []
    let log = model.log.map { LogView(model: model, log: $0, size: size) }
    if let row = areas.header {
      lines.append((row, log?.header ?? HeaderView(model: model).line))
    }
    if model.isHelpShown {
      lines += zip(areas.body, model.helpView.lines)
    } else if let log {
      lines += zip(areas.body, log.lines)
    } else if model.cards.isEmpty {
      lines += zip(areas.body, EmptyView(model: model, size: size).lines)
    }
    if let row = areas.footer { lines.append((row, FooterView(model: model).line)) }
    return lines
  }

  private mutating func draw(
    _ line: Line, _ row: Int, ellipsis: String, on canvas: inout Canvas
  ) {
    let columns = canvas.size.columns
    if let known = lines[row], known.line == line, known.canvas.size.columns == columns {
      canvas.put(known.canvas, row: row)
      return
    }
    var drawing = Canvas(size: CanvasSize(columns: columns, rows: 1))
    drawing.draw(line, row: 0, columns: 0..<columns, ellipsis: ellipsis)
    lines[row] = DrawnLine(line: line, canvas: drawing)
    canvas.put(drawing, row: row)
  }

  private mutating func drawCards(
    of model: MonitorModel, _ areas: ScreenAreas, at now: Moment, on canvas: inout Canvas
  ) {
    var drawn: [TaskKey: DrawnCard] = [:]
    for placement in model.areCardsShown ? model.inView : [] {
      guard let view = model.cardView(placement.index, areas: areas, at: now) else { continue }
      let known = cards[view.card.key].flatMap { $0.shows(view, areas) ? $0 : nil }
      let card = known ?? DrawnCard(view, areas)
      drawn[view.card.key] = card
      canvas.put(
        card.canvas, row: areas.body.lowerBound + placement.row, end: areas.body.upperBound)
    }
    cards = drawn
  }
}

private struct DrawnLine {
  let line: Line
  let canvas: Canvas
}

private struct DrawnCard {
  let canvas: Canvas
  private let view: CardView
  private let areas: ScreenAreas

  init(_ view: CardView, _ areas: ScreenAreas) {
    self.view = view
    self.areas = areas
    let glyphs = view.context.glyphs
    let lines = view.lines
    var canvas = Canvas(size: CanvasSize(columns: areas.size.columns, rows: lines.count))
    for (row, line) in lines.enumerated() {
      if view.context.isSelected, row >= view.headingLines.count {
        canvas.write(glyphs.selection, .selection, row: row, column: 0)
      }
      if view.context.isMarked, row == view.headingLines.count {
        canvas.write(glyphs.marked, .selection, row: row, column: areas.markColumn)
      }
      canvas.draw(line, row: row, columns: areas.cardColumns, ellipsis: glyphs.ellipsis)
    }
    self.canvas = canvas
  }

  /// Whether `view` would be drawn like this.
  func shows(_ view: CardView, _ areas: ScreenAreas) -> Bool {
    var context = self.view.context
    let isInTime = !view.card.showsTime || context.now.isInSecond(of: view.context.now)
    context.now = view.context.now
    return isInTime && context == view.context && self.view.card == view.card
      && self.areas == areas
  }
}

extension Moment {
  fileprivate func isInSecond(of other: Moment) -> Bool {
    continuous.components.seconds == other.continuous.components.seconds
  }
}
