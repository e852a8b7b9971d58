import HeadwayModel
import Testing

@testable import HeadwayMonitor

/// An open card that is taller than the screen.
@Suite struct ScrollTests {
  private let tall = task(1, "Train", .queued) {
    $0.command = ["./train", "--all", "--epochs", "90", "--data", "/srv/data/images"]
    $0.directory = "/home/u/ml"
    $0.identifier = "com.example.train"
    $0.group = "ml"
    $0.terms.waitsFor = ["task 5", "until 22:00", "AC power"]
    $0.terms.retries = 3
    $0.terms.position = 1
  }
  private let next = task(2, "Next", .queued) { $0.terms.position = 2 }

  private func opened(_ columns: Int, _ rows: Int) -> MonitorModel {
    var model = MonitorModel(columns, rows, [tall, next])
    model.happen(.keyPressed(.enter))
    return model
  }

  @Test(
    "every line of it is reached line by line or page by page, and then the next card",
    arguments: [(40, 10), (20, 5), (80, 7)], [Key.character("j"), .down, .pageDown])
  func reachesAll(size: (Int, Int), key: Key) throws {
    var model = opened(size.0, size.1)
    let view = try #require(model.cardView(0, areas: model.areas, at: .start))
    let rows = model.areas.body.count
    try #require(view.height > rows)
    var seen: Set<Int> = []
    while model.selection == tall.card {
      seen.formUnion(model.viewport.rowsAbove..<model.viewport.rowsAbove + rows)
      model.happen(.keyPressed(key))
    }
    #expect(seen == Set(0..<view.height))
    #expect(model.selection == next.card && model.viewport.inView.first?.row == 0)
  }

  @Test("back up through it, then on to the card before")
  func back() {
    var model = MonitorModel(40, 10, [task(3, "Before"), tall])
    model.press("j")
    model.happen(.keyPressed(.enter))
    model.happen(.keyPressed(.pageDown))
    #expect(model.viewport.rowsAbove > 1)
    model.happen(.keyPressed(.pageUp))
    #expect(model.viewport.rowsAbove == 0 && model.selection == tall.card)
    model.press("jk")
    #expect(model.viewport.rowsAbove == 0 && model.selection == tall.card)
    model.press("k")
    #expect(model.selection == key(3))
  }

  @Test("what is drawn is the part in view, and the footer says that there is more")
  func drawn() {
    var model = opened(40, 10)
    #expect(
      model.screen() == """
        Headway  2 queued               1-1 of 2
        ▌ ◌ 1  Train         queued · position 1
        ▌   waits for  task 5, until 22:00, AC
        ▌              power
        ▌   command    ./train --all --epochs 90
        ▌              --data /srv/data/images
        ▌   directory  /home/u/ml
        ▌   identifier com.example.train
        ▌   group      ml
        Enter close       j more  ? help  q quit
        """)
    model.happen(.keyPressed(.pageDown))
    #expect(
      model.screen() == """
        Headway  2 queued               1-1 of 2
        ▌   directory  /home/u/ml
        ▌   identifier com.example.train
        ▌   group      ml
        ▌   position   1
        ▌   key        0000000000000000000000000
        ▌              0000001
        ▌   retries    3 left
        ▌   [c] cancel
        Enter close  c cancel     ? help  q quit
        """)
  }

  @Test("it shows its beginning again when it is closed and opened, or selected anew")
  func anew() {
    var model = opened(40, 10)
    model.press("jjj")
    #expect(model.viewport.rowsAbove == 3)
    model.happen(.keyPressed(.enter))
    model.happen(.keyPressed(.enter))
    #expect(model.viewport.rowsAbove == 0)
    model.press("jjGg")
    #expect(model.viewport.rowsAbove == 0 && model.selection == tall.card)
  }

  @Test("a screen that grows shows no more than there is; a click on a line hits that line")
  func resized() {
    var model = opened(40, 10)
    model.press("jjjj")
    model.happen(.resized(CanvasSize(columns: 40, rows: 40)))
    #expect(model.viewport.rowsAbove == 0 && model.viewport.rowsBelow == 0)
    model.happen(.resized(CanvasSize(columns: 40, rows: 10)))
    model.happen(.keyPressed(.pageDown))
    let button = model.screen().split(separator: "\n").firstIndex { $0.contains("[c] cancel") }
    model.happen(.mouse(.press, row: button ?? 0, column: 5))
    #expect(model.mode == .prompt)
  }

  @Test("the wheel goes through it too")
  func wheel() {
    var model = opened(40, 10)
    model.happen(.mouse(.wheelDown, row: 3, column: 3))
    #expect(model.viewport.rowsAbove == 1 && model.selection == tall.card)
  }
}
