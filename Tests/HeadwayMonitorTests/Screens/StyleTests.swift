import HeadwayModel
@testable import HeadwayMonitor
import Testing

@Suite struct StyleTests {
  /// The roles in the row that begins with `text`, each once, in order.
  private func roles(_ model: MonitorModel, row: Int) -> [StyleRole] {
    let canvas = render(model, at: .start)
    var roles: [StyleRole] = []
    for column in 0..<canvas.size.columns {
      let cell = canvas[row: row, column: column]
      guard cell.text != " ", case .role(let role) = cell.style else { continue }
      if roles.last != role { roles.append(role) }
    }
    return roles
  }

  @Test("a card that asks is drawn to be seen")
  func question() {
    let model = MonitorModel(80, 24, [assorted[0]])
    #expect(roles(model, row: 2) == [.selection, .attention, .faint, .selectedTitle, .attention])
    #expect(roles(model, row: 3) == [.selection, .attention])
    #expect(
      roles(model, row: 5) == [
        .selection, .keyName, .plain, .keyName, .plain, .faint, .warning,
      ])
  }

  @Test("its keys are faint while they would answer another card")
  func questionElsewhere() {
    let model = MonitorModel(80, 24, [task(1, "First") { $0.stall() }, assorted[0]])
    #expect(roles(model, row: 9) == [.faint, .warning])
  }

  @Test("measured and estimated units are drawn apart")
  func bar() {
    let model = MonitorModel(80, 24, [assorted[1]])
    #expect(
      roles(model, row: 4) == [
        .selection, .frame, .measured, .estimated, .frame, .percent, .plain, .faint,
      ])
  }

  @Test(
    "an ending is drawn by its reason",
    arguments: [
      (EndReason.completed, StyleRole.success), (.failed, .failure), (.lost, .failure),
      (.expired(.stall), .failure), (.cancelled(by: .user), .faint),
    ])
  func ending(reason: EndReason, role: StyleRole) {
    let model = MonitorModel(80, 24, [ended(1, "Build", reason)])
    #expect(render(model, at: .start)[row: 2, column: 2].style == .role(role))
  }

  @Test("every state has a mark of its own in both sets", arguments: [Glyphs.unicode, .ascii])
  func marks(glyphs: Glyphs) {
    let marks = Mirror(reflecting: glyphs.marks).children.compactMap { $0.value as? String }
    #expect(marks.count == 12)
    #expect(Set(marks).count == marks.count)
    #expect(marks.allSatisfy { cellWidth($0) == 1 })
    #expect((glyphs.barSteps + [glyphs.barEstimated]).allSatisfy { cellWidth($0.text) == 1 })
  }
}
