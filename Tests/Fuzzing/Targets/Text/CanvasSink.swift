import HeadwayModel
import HeadwayMonitor

/// However wide the characters of a text, columns stay aligned, and cells hold no control.
enum CanvasSink {
  private static let columns = 16

  static func check(_ text: SanitisedText) throws(BrokenPromise) {
    var canvas = Canvas(size: CanvasSize(columns: columns, rows: 1))
    canvas.write("|", .plain, row: 0, column: columns - 1)
    let end = canvas.write(text.string, .plain, row: 0, column: 1, end: columns - 1)
    try promise(end <= columns - 1, "\(text) is drawn beyond its end")
    try promise(canvas[row: 0, column: columns - 1].text == "|", "\(text) is drawn over another")
    let width = cellWidth(text.string)
    try promise(width >= columns - 2 || end == 1 + width, "\(text) isn't as wide as it says")
    try checkCells(of: canvas)
  }

  private static func checkCells(of canvas: Canvas) throws(BrokenPromise) {
    for column in 0..<columns {
      let cell = canvas[row: 0, column: column]
      let isRightHalf = column > 0 && canvas[row: 0, column: column - 1].width == 2
      try promise((cell.width == 0) == isRightHalf, "half a wide character")
      try HarmlessText.check(cell.text)
    }
  }
}
