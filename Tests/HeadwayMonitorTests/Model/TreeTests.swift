import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite("Parts below what they are part of") struct TreeTests {
  private func part(
    _ number: Int, of parent: Int, _ state: TaskState = .running,
    change: (inout TaskSnapshot) -> Void = { _ in }
  ) -> TaskSnapshot {
    task(number, "Part \(number)", state) {
      $0.parent = taskKey(parent)
      if state == .ended { $0.ending = TaskEnding(reason: .completed) }
      change(&$0)
    }
  }

  private func numbers(_ model: MonitorModel) -> [Int] {
    (0..<model.cards.count).compactMap { model.cards[$0]?.snapshot.number.value }
  }

  @Test("they follow it, each with its own parts, and what is over comes last there")
  func order() {
    let tasks = [
      task(1, "Build"), task(2, "Copy"), part(3, of: 1), part(4, of: 3), part(5, of: 1, .ended),
      part(6, of: 1, .queued), part(7, of: 2),
    ]
    #expect(numbers(MonitorModel(80, 24, tasks.shuffled())) == [1, 3, 4, 6, 5, 2, 7])
    var model = MonitorModel(80, 24, [])
    for task in tasks.reversed() { model.happen(.taskChanged(task)) }
    #expect(numbers(model) == [1, 3, 4, 6, 5, 2, 7])
  }

  @Test("the screen shows where each belongs, and counts them")
  func screen() {
    let model = MonitorModel(
      60, 14,
      [
        task(1, "Build"), part(2, of: 1), part(3, of: 2, .ended), task(4, "Copy"),
        part(5, of: 1) { $0.measure(1, of: 2) },
      ])
    #expect(
      model.screen() == """
        Headway  4 running · 1 ended
        ▌ ▶ 1  Build                                         running
        ▌      0 of 2 subtasks done
          ▶ 2  └ Part 2                                      running
                 1 of 1 subtask done
          ✓ 3    └ Part 3                                  completed
          ▶ 5  └ Part 5                                      running
                 ▕██████      ▏  50%  1/2
          ▶ 4  Copy                                          running




        Enter details  c cancel  l output  / filter   ? help  q quit
        """)
  }

  @Test("a part that needs a person leaves its place for the top, and returns")
  func needsAnswer() {
    var model = MonitorModel(80, 24, [task(1, "Copy"), task(2, "Build"), part(3, of: 2)])
    model.happen(.taskChanged(part(3, of: 2) { $0.stall() }))
    #expect(numbers(model) == [3, 1, 2])
    model.happen(.taskChanged(part(3, of: 2)))
    #expect(numbers(model) == [1, 2, 3])
  }

  @Test("parts move with it, and stay when it goes or isn't listed")
  func moves() {
    var model = MonitorModel(80, 24, [task(1, "Copy"), task(2, "Build"), part(3, of: 2)])
    model.happen(.taskChanged(task(2, "Build") { $0.stall() }))
    #expect(numbers(model) == [2, 3, 1])
    model.press("/Part")
    #expect(numbers(model) == [3])
    model.happen(.keyPressed(.escape))
    model.happen(.taskRemoved(key(2)))
    #expect(numbers(model) == [1, 3])
  }

  @Test("they are folded into it, counted there, and unfolded; what needs a person is listed")
  func folds() {
    var model = MonitorModel(
      80, 24, [task(1, "Copy"), task(2, "Build"), part(3, of: 2), part(4, of: 3), part(5, of: 2)])
    model.happen(.keyPressed(.left))
    #expect(numbers(model) == [1, 2, 3, 4, 5], "nothing to fold")
    model.press("jj")
    model.happen(.keyPressed(.left))
    #expect(numbers(model) == [1, 2, 3, 5] && model.selection == key(3))
    model.happen(.keyPressed(.left))
    #expect(numbers(model) == [1, 2] && model.selection == key(2))
    #expect(model.screen().contains("▸ 0 of 2 subtasks done"))
    model.happen(.taskChanged(part(5, of: 2) { $0.stall() }))
    #expect(numbers(model) == [5, 1, 2])
    model.happen(.taskChanged(part(5, of: 2)))
    model.happen(.taskChanged(part(6, of: 2)))
    #expect(numbers(model) == [1, 2])
    model.happen(.keyPressed(.right))
    #expect(numbers(model) == [1, 2, 3, 5, 6])
    model.happen(.keyPressed(.left))
    model.happen(.taskRemoved(key(2)))
    #expect(Set(numbers(model)) == [1, 3, 5, 6])
  }

  @Test("what claims to be part of itself, or of each other, is listed once")
  func circles() {
    var model = MonitorModel(
      80, 24, [part(1, of: 1), part(2, of: 3), part(3, of: 2), part(4, of: 3)])
    #expect(numbers(model) == [1, 2, 3, 4])
    model.happen(.taskChanged(part(2, of: 3, .queued)))
    #expect(Set(numbers(model)) == [1, 2, 3, 4])
    model.happen(.taskRemoved(key(3)))
    #expect(Set(numbers(model)) == [1, 2, 4])
  }

  @Test("as deep as it goes", arguments: [3, 40])
  func depth(columns: Int) {
    var tasks = [task(1, "Top")]
    for number in 2...30 { tasks.append(part(number, of: number - 1)) }
    let model = MonitorModel(columns, 60, tasks.shuffled())
    #expect(model.cards.count == 30)
    _ = model.screen()
  }
}
