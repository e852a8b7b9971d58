import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite struct TaskColumnTests {
  private let tasks = [
    task(1, "Copy a b") {
      ($0.command, $0.group) = (["cp", "a b", "x'y"], "ml")
      $0.elapsed = .seconds(30)
    },
    ended(2, "Scan", .failed, status: .code(2), secondsAgo: 200),
  ]
  private let context = TableContext(now: Moment.start.wall) { _ in "TIME" }

  @Test("chosen columns are shown in their order, a command as it can be copied")
  func layout() {
    let table = TaskTable(tasks, layout: [.number, .group, .command, .title], context: context)
    #expect(table.lines[0].hasPrefix("N  GROUP  COMMAND") && table.lines[0].hasSuffix("  TITLE"))
    #expect(table.lines[2].hasPrefix("2  -      -  "))
    #expect(table.lines[1].contains(#"cp 'a b' 'x'\''y'"#))
  }

  @Test("an ended task says how long ago")
  func age() {
    let lines = TaskTable(tasks, context: context).lines
    #expect(lines[2].contains("failed with exit code 2, 3 min ago"))
    #expect(!TaskTable(tasks).lines[2].contains("ago"))
    for (seconds, words) in [
      (0, "0 s"), (59, "59 s"), (60, "1 min"), (7300, "2 h"), (90_000, "1 d"),
    ] {
      let end = Moment.start.wall.advanced(by: .seconds(-seconds))
      #expect(context.age(of: end) == ", \(words) ago")
    }
  }

  @Test("colours are around the state alone, and only if they are asked for")
  func colours() {
    let plain = TaskTable(tasks, columns: 90, context: context).lines
    let coloured = TaskTable(tasks, columns: 90, context: context, isColoured: true).lines
    #expect(coloured[1] == plain[1], "a running task has the terminal's own colour")
    #expect(coloured[2].contains("\u{1B}[31mfailed with exit"))
    let stripped = coloured[2].replacing("\u{1B}[31m", with: "").replacing("\u{1B}[0m", with: "")
    #expect(stripped == plain[2])
    #expect(!plain.joined().contains("\u{1B}"))
  }

  @Test("unknown values come last in every order", arguments: TaskColumn.allCases)
  func order(column: TaskColumn) {
    let sorted = tasks.sorted { column.isOrdered($0, $1) }
    #expect(sorted.count == 2)
    if column == .elapsed { #expect(sorted.map(\.number.value) == [1, 2]) }
    if column == .title { #expect(sorted.map(\.number.value) == [1, 2]) }
  }

  @Test("what is measured is a column, the most first; what isn't measured is unknown")
  func measured() {
    let tasks = [task(1, "Small"), task(2, "Large"), task(3, "Unknown")]
    var context = context
    context.uses = [
      taskKey(1): ResourceUse(cores: 0.5, bytes: 3 << 20, processCount: 1),
      taskKey(2): ResourceUse(cores: 2.25, bytes: 5 << 30, processCount: 9),
    ]
    let table = TaskTable(tasks, layout: [.cpu, .memory, .title], context: context)
    #expect(
      table.lines == [
        "CPU   MEMORY   TITLE", "50%   3.0 MiB  Small", "225%  5.0 GiB  Large",
        "-     -        Unknown",
      ])
    for column in [TaskColumn.cpu, .memory] {
      let sorted = tasks.sorted { column.isOrdered($0, $1, context.uses) }
      #expect(sorted.map(\.number.value) == [2, 1, 3])
    }
  }

  @Test("show prints how stalls are treated, and whether the end is told, if a person chose it")
  func choices() {
    var task = tasks[0]
    task.stallPolicy = StallPolicy(action: .expire, after: .seconds(90))
    task.notifiesOfEnd = true
    let lines = TaskSheet(task, context: context).lines
    #expect(lines.contains("on stall    expire, after 1 m 30 s without progress"))
    #expect(lines.contains("notify      of the end"))
    #expect(!TaskSheet(tasks[0], context: context).lines.contains { $0.hasPrefix("on stall") })
  }

  @Test("show prints a line for each known property")
  func sheet() {
    let lines = TaskSheet(tasks[0], context: context).lines
    #expect(lines.first == "1  Copy a b")
    #expect(lines.contains("state       running") && lines.contains("group       ml"))
    #expect(lines.contains(#"command     cp 'a b' 'x'\''y'"#))
    #expect(!lines.contains { $0.hasPrefix("question") })
    for columns in [20, 40, 80] {
      #expect(
        TaskSheet(tasks[1], context: context, columns: columns).lines.allSatisfy {
          cellWidth($0) <= max(columns, 28)
        })
    }
  }
}
