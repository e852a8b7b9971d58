package import HeadwayModel

/// Draws the screen of a model, and keeps the drawing so that the next screen draws only what has
/// changed.
///
/// ```swift
/// var renderer = MonitorRenderer()
/// let canvas = renderer.render(model, at: now)
/// ```
package struct MonitorRenderer: Sendable {
  /// The drawings of the cards in view, from the top.
  private var cards: [DrawnCard] = []
  /// The rows of the last screen that aren't cards.
  private var rowsAroundCards: [Int: CanvasRow] = [:]
  /// The rows of the output beside the cards, from the top of the body. Empty without it.
  private var panelRows: [CanvasRow] = []
  /// The edition of the model at the last screen.
  private var edition: Int?
  /// An empty canvas of the current size. Starting every screen with a copy keeps its untouched
  /// rows shared with the last screen.
  private var blank = Canvas(size: CanvasSize(columns: 0, rows: 0))

  package init() {}

  /// Draws `model` at `now`. Clocks on cards change once a second.
  ///
  /// The cost depends on the changes in view and not on the number of tasks.
  package mutating func render(_ model: MonitorModel, at now: Moment) -> Canvas {
    if blank.size != model.size { blank = Canvas(size: model.size) }
    var canvas = blank
    let areas = model.areas
    drawCards(of: model, areas, at: now, on: &canvas)
    if edition != model.edition { drawSurroundings(of: model, areas) }
    for (row, cells) in rowsAroundCards { canvas.put(cells, row: row) }
    if let panel = areas.panel {
      for (row, cells) in zip(areas.body, panelRows) {
        canvas.put(cells, row: row, from: panel.lowerBound)
      }
    }
    if let column = FooterView(model: model).caretColumn, let row = areas.footer.first {
      canvas.caret = Canvas.Caret(row: row, column: column)
    }
    return canvas
  }

  /// Draws header, footer and, in place of cards, help, output or the empty screen.
  private mutating func drawSurroundings(of model: MonitorModel, _ areas: ScreenAreas) {
    let width = model.size.columns
    var drawn: [Int: CanvasRow] = [:]
    for (row, line) in Self.lines(of: model, areas) {
      var cells = CanvasRow(columns: width)
      cells.draw(line, columns: 0..<width, ellipsis: model.settings.glyphs.ellipsis)
      drawn[row] = cells.sharing(rowsAroundCards[row])
    }
    rowsAroundCards = drawn
    drawPanel(of: model, areas)
    edition = model.edition
  }

  /// Draws the output beside the cards, behind a rule.
  private mutating func drawPanel(of model: MonitorModel, _ areas: ScreenAreas) {
    guard let panel = areas.panel else { return panelRows = [] }
    let (width, glyphs) = (panel.count, model.settings.glyphs)
    let view = OutputPanel(
      model: model, size: CanvasSize(columns: width - 2, rows: areas.body.count))
    var lines = view.lines[...]
    panelRows = areas.body.indices.map { place in
      var cells = CanvasRow(columns: width)
      cells.write(glyphs.rule, .frame, column: 0)
      if let line = lines.popFirst() {
        cells.draw(line, columns: 2..<width, ellipsis: glyphs.ellipsis)
      }
      let index = place - areas.body.lowerBound
      return cells.sharing(panelRows.indices.contains(index) ? panelRows[index] : nil)
    }
  }

  /// The lines of everything except cards, by row.
  private static func lines(of model: MonitorModel, _ areas: ScreenAreas) -> [(Int, Line)] {
    let size = CanvasSize(columns: areas.size.columns, rows: areas.body.count)
    var lines: [(Int, Line)] = []
    let log = model.log.map { LogView(model: model, log: $0, size: size) }
    if let row = areas.header {
      lines.append((row, log?.header ?? HeaderView(model: model).line))
    }
    if model.help.isShown {
      lines += zip(areas.body, model.helpView.lines)
    } else if let log {
      lines += zip(areas.body, log.lines)
    } else if model.cards.isEmpty {
      lines += zip(areas.body, EmptyView(model: model, size: size).lines)
    }
    return lines + zip(areas.footer, FooterView(model: model).lines)
  }

  /// Draws the cards in view, reusing unchanged drawings.
  private mutating func drawCards(
    of model: MonitorModel, _ areas: ScreenAreas, at now: Moment, on canvas: inout Canvas
  ) {
    var drawn: [DrawnCard] = []
    drawn.reserveCapacity(cards.count)
    for placement in model.areCardsShown ? model.viewport.inView : [] {
      let row = areas.body.lowerBound + placement.row
      if let host = model.cards.machine(at: placement.index), areas.body.contains(row) {
        canvas.put(Self.row(of: model.hostHeading(host, at: now), areas), row: row)
      }
      guard let card = model.cards[placement.index],
        let drawing = drawing(
          of: card, at: placement.index, of: model, areas,
          at: model.shownTime(now, of: card.host),
          former: former(card.key, place: drawn.count))
      else { continue }
      drawn.append(drawing)
      let first = areas.body.lowerBound + placement.row
      for (row, cells) in zip(first..<max(first, areas.body.upperBound), drawing.rows)
      where row >= areas.body.lowerBound {
        canvas.put(cells, row: row)
      }
    }
    cards = drawn
  }

  /// The row of a heading. The selected one has a bar at its left, as a card has.
  private static func row(of heading: HostHeading, _ areas: ScreenAreas) -> CanvasRow {
    var row = CanvasRow(columns: areas.size.columns)
    if heading.isSelected { row.write(heading.glyphs.selection, .selection, column: 0) }
    row.draw(heading.line, columns: areas.cardColumns, ellipsis: heading.glyphs.ellipsis)
    return row
  }

  /// The drawing of the last screen if it still fits, otherwise a new one.
  private func drawing(
    of card: Card, at index: Int, of model: MonitorModel, _ areas: ScreenAreas, at now: Moment,
    former: DrawnCard?
  ) -> DrawnCard? {
    if let former, edition == model.edition { return former.showing(card, at: now) }
    guard let view = model.cardView(index, areas: areas, at: now) else { return nil }
    if let former, former.shows(view, areas) { return former }
    return DrawnCard(view, areas, former: former)
  }

  /// The card's drawing of the last screen, most often at the same place.
  private func former(_ key: CardKey, place: Int) -> DrawnCard? {
    if cards.indices.contains(place), cards[place].key == key { return cards[place] }
    return cards.first { $0.key == key }
  }
}

/// The division of the screen into header, cards and footer. Rows and columns count from 0 at the
/// top left.
struct ScreenAreas: Hashable {
  let size: CanvasSize
  /// The density of cards that suits the size, or the one that the user wants.
  let density: CardDensity
  /// The row of the header. Nil on a screen with no row to spare.
  let header: Int?
  /// The rows for cards.
  let body: Range<Int>
  /// The rows of the footer. Empty if there is none.
  let footer: Range<Int>
  /// The columns for cards, right of the marks of selected cards.
  let cardColumns: Range<Int>
  /// The columns of the rule and the output beside the cards. Nil if the cards have all columns.
  let panel: Range<Int>?

  /// The least width of a screen with output beside the cards, in columns.
  static let splitColumns = 140
  /// The most columns that the cards keep beside the output.
  private static let splitCardColumns = 110

  /// Divides a screen of `size`.
  ///
  /// A screen below four rows has no footer unless `footerLines` asks for one. A long notice takes
  /// rows from the cards but doesn't change their density, so cards don't change their shape while
  /// a notice is shown.
  ///
  /// - Parameter isSplit: whether output stands beside the cards if the screen is wide enough.
  init(size: CanvasSize, density wanted: CardDensity?, footerLines: Int, isSplit: Bool = false) {
    self.size = size
    let usualLines = size.rows >= 4 ? 1 : 0
    let footerRows = min(max(footerLines, usualLines), size.rows)
    let headerRows = size.rows > footerRows ? 1 : 0
    density = wanted ?? .fitting(rows: size.rows - headerRows - min(footerRows, 1))
    let margin = density == .full && size.rows >= 16 ? 1 : 0
    header = headerRows > 0 ? 0 : nil
    footer = size.rows - footerRows..<size.rows
    let start = min(headerRows + margin, footer.lowerBound)
    body = start..<max(start, footer.lowerBound - margin)
    let gutter = min(size.columns, size.columns >= 40 ? 2 : 1)
    let isWide = size.columns >= Self.splitColumns && !body.isEmpty
    let edge = min(size.columns / 2, Self.splitCardColumns)
    panel = isSplit && isWide ? edge..<size.columns : nil
    cardColumns = gutter..<(panel == nil ? size.columns : edge - 1)
  }

  /// The column for the sign of a marked card. On a narrow screen it is the column of the
  /// selection, too.
  var markColumn: Int { max(0, cardColumns.lowerBound - 1) }
}
