package import HeadwayCore

/// What the screen shows of `model` at `now`. Costs what is in view, whatever there is besides.
package func render(_ model: MonitorModel, at now: Moment) -> Canvas {
  var renderer = MonitorRenderer(model: model, now: now)
  renderer.draw()
  return renderer.canvas
}

/// Puts the parts of the screen together.
struct MonitorRenderer {
  let model: MonitorModel
  let now: Moment
  private(set) var canvas: Canvas
  private let areas: ScreenAreas

  init(model: MonitorModel, now: Moment) {
    self.model = model
    self.now = now
    canvas = Canvas(size: model.size)
    areas = model.areas
  }

  mutating func draw() {
    let placements = model.placements(at: now)
    if let row = areas.header { draw(HeaderView(model: model, inView: placements).line, row) }
    if model.isHelpShown {
      draw(model.helpView.lines)
    } else if model.cards.isEmpty {
      draw(EmptyView(model: model, size: bodySize).lines)
    } else {
      for placement in placements { draw(placement) }
    }
    if let row = areas.footer { draw(FooterView(model: model).line, row) }
  }

  private var bodySize: CanvasSize {
    CanvasSize(columns: areas.size.columns, rows: areas.body.count)
  }

  private var ellipsis: String { model.settings.glyphs.ellipsis }

  private mutating func draw(_ line: Line, _ row: Int) {
    canvas.draw(line, row: row, columns: 0..<areas.size.columns, ellipsis: ellipsis)
  }

  private mutating func draw(_ lines: [Line]) {
    for (row, line) in zip(areas.body, lines) { draw(line, row) }
  }

  private mutating func draw(_ placement: CardPlacement) {
    let time = model.shownTime(now)
    guard let view = model.cardView(placement.index, areas: areas, at: time) else { return }
    let rows = (areas.body.lowerBound + placement.row)..<areas.body.upperBound
    for (row, line) in zip(rows, view.lines) {
      if view.context.isSelected {
        canvas.write(model.settings.glyphs.selection, Style(.selection), row: row, column: 0)
      }
      canvas.draw(line, row: row, columns: areas.cardColumns, ellipsis: ellipsis)
    }
  }
}
