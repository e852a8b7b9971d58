import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite struct ListTests {
  private func many(_ count: Int) -> [TaskSnapshot] {
    (1...count).map { number in
      task(number, "Task \(number)") {
        $0.measure(Int64(number % 100), of: 100)
        $0.elapsed = .seconds(number)
      }
    }
  }

  /// The screen without header and footer.
  private func cardRows(_ model: MonitorModel) -> [Substring] {
    model.screen().split(separator: "\n").dropFirst().dropLast()
  }

  private func numbers(_ model: MonitorModel) -> [Int] {
    (0..<model.cards.count).compactMap { model.cards[$0]?.snapshot.number.value }
  }

  @Test("most important first")
  func order() {
    let model = MonitorModel(80, 24, assorted.shuffled())
    #expect(numbers(model) == [7, 12, 8, 9, 10, 11, 4, 3])
  }

  @Test("the order is the same whether cards come at once or one by one")
  func orderByChanges() {
    var model = MonitorModel(80, 24, [])
    for task in assorted.shuffled() { model.happen(.taskChanged(task)) }
    #expect(numbers(model) == [7, 12, 8, 9, 10, 11, 4, 3])
  }

  @Test("a step of progress leaves all but its card alone, whatever else changes doesn't")
  func steps() {
    var model = MonitorModel(80, 24, many(3))
    let before = model.edition
    var next = many(3)[1]
    next.measure(50, of: 100)
    next.elapsed = .seconds(3)
    #expect(model.happen(.taskChanged(next)) == [])
    #expect(model.edition == before && model.screen().contains(" 50%"))
    next.subtitle = "at something"
    model.happen(.taskChanged(next))
    #expect(model.edition > before && model.screen().contains("at something"))
    let second = model.edition
    next.state = .paused
    model.happen(.taskChanged(next))
    #expect(model.edition > second && model.screen().contains("1 paused"))
  }

  @Test("the counts follow every change")
  func tally() {
    var model = MonitorModel(80, 24, assorted)
    model.happen(.taskChanged(task(7, "Nightly backup")))
    model.happen(.taskChanged(ended(8, "Encode holiday.mp4", .completed)))
    model.happen(.taskRemoved(key(11)))
    let tally = model.cards.tally
    #expect([tally.needsAnswer, tally.running, tally.queued, tally.ended] == [1, 3, 0, 3])
  }

  @Test("the selection follows its task")
  func selectionFollows() {
    var model = MonitorModel(80, 24, many(3))
    model.press("j")
    model.happen(.taskChanged(task(2, "Task 2") { $0.stall() }))
    #expect(model.selection == key(2))
    #expect(model.selectedIndex == 0)
    model.happen(.taskChanged(ended(2, "Task 2", .completed)))
    #expect(model.selection == key(2))
    #expect(model.selectedIndex == 2)
  }

  @Test("a selection that nobody chose doesn't follow a task that ended")
  func selectionStays() {
    var model = MonitorModel(80, 24, many(3))
    model.happen(.taskChanged(task(2, "Task 2") { $0.stall() }))
    #expect(model.selection == key(1))
    model.happen(.taskChanged(ended(1, "Task 1", .completed)))
    #expect(model.selection == key(2))
    #expect(model.selectedIndex == 0)
  }

  @Test("when the selected card goes, the one in its place is selected")
  func selectionAfterRemoval() {
    var model = MonitorModel(80, 24, many(3))
    model.press("j")
    model.happen(.taskRemoved(key(2)))
    #expect(model.selection == key(3))
    model.happen(.taskRemoved(key(3)))
    #expect(model.selection == key(1))
    model.happen(.taskRemoved(key(1)))
    #expect(model.selection == nil)
  }

  @Test("Tab goes round the cards that need a person")
  func nextQuestion() {
    var model = MonitorModel(80, 24, assorted)
    model.press("G")
    let visited = (1...3).map { _ in
      model.happen(.keyPressed(.tab))
      return model.selection
    }
    #expect(visited == [key(7), key(12), key(7)])
  }

  @Test("10,000 cards scroll, and the selected one is always in view whole")
  func scrolls() {
    var model = MonitorModel(80, 24, many(10_000))
    let keys: [Key] =
      [.character("G"), .pageUp, .pageUp, .up, .pageDown, .character("g")]
      + Array(repeating: .down, count: 30) + Array(repeating: .pageDown, count: 10)
    for key in keys {
      model.happen(.keyPressed(key))
      let placement = model.viewport.inView.first { $0.index == model.selectedIndex }
      #expect(placement.map { $0.row + 2 <= model.areas.body.count } ?? false)
    }
    model.press("G")
    #expect(model.selectedIndex == 9999)
    #expect(model.screen().contains("of 10000"))
  }

  @Test("a page moves by what is in view")
  func pages() {
    var model = MonitorModel(80, 10, many(100))
    let inView = model.viewport.inView.count
    model.happen(.keyPressed(.pageDown))
    #expect(model.selectedIndex == inView - 1)
    model.happen(.keyPressed(.pageUp))
    #expect(model.selectedIndex == 0)
  }

  @Test("cards that come in above don't move what is in view")
  func staysInPlace() {
    var model = MonitorModel(80, 10, many(100))
    for _ in 1...20 { model.press("j") }
    let before = cardRows(model)
    model.happen(.taskChanged(task(90, "Task 90") { $0.stall() }))
    #expect(cardRows(model) == before)
  }

  @Test("at the top a new question is seen at once")
  func questionAtTheTop() {
    var model = MonitorModel(80, 24, many(100))
    model.happen(.taskChanged(task(90, "Task 90") { $0.stall() }))
    #expect(model.screen().contains("Continue"))
    #expect(model.selection == key(1))
  }

  @Test("a height is the number of lines drawn")
  func heights() throws {
    for density in [CardDensity.line, .short, .full] {
      for columns in [1, 20, 45, 80] {
        var model = MonitorModel(
          columns, 24, assorted, settings: MonitorSettings(density: density))
        model.expanded = [key(7), key(8)]
        for index in 0..<model.cards.count {
          let view = try #require(model.cardView(index, areas: model.areas, at: .start))
          #expect(view.height == view.lines.count)
        }
      }
    }
  }

  @Test("a filter that it is opened with holds until it is dropped")
  func opensFiltered() throws {
    var model = MonitorModel(
      80, 24, [task(1, "Seen"), task(2, "Other")],
      settings: MonitorSettings(filter: try TaskQuery("title:Seen")))
    #expect(model.cards.count == 1 && model.isFiltered)
    model.happen(.keyPressed(.escape))
    #expect(model.cards.count == 2 && !model.isFiltered)
  }
}
