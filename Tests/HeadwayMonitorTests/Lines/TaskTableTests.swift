import HeadwayModel
import Testing

@testable import HeadwayMonitor

/// `headway list` and the lines of `headway history`.
@Suite struct TaskTableTests {
  private let tasks = [
    task(101, "写真のバックアップを外付けディスクに取る") {
      $0.measure(340, of: 1200, "files", eta: .seconds(250))
      $0.elapsed = .seconds(3700)
    },
    task(102, "Train on all English texts of the library", .queued) {
      $0.terms.blockedOn = "a free slot of ml"
    },
    task(103, "Nightly backup") {
      $0.stall()
      $0.elapsed = .seconds(300)
    },
  ]

  @Test("at 40 columns the title can be read; what the terminal has no room for is left out")
  func narrow() {
    #expect(
      TaskTable(tasks, columns: 40).lines == [
        "N    STATE         DONE  TITLE",
        "101  running       28%   写真のバックア…",
        "102  queued, wai…  -     Train on all E…",
        "103  stalled (no…  16%   Nightly backup",
        "Nightly backup is 16% complete and has",
        "not advanced for 45 s. Continue or stop?",
        "(headway answer 103 continue|stop)",
      ])
  }

  @Test("no line is wider than the terminal, whatever it is", arguments: 1...120)
  func fits(columns: Int) {
    for line in TaskTable(tasks, columns: columns).lines + TaskTable([], columns: columns).lines {
      #expect(cellWidth(line) <= columns, "\(line)")
    }
  }

  @Test(
    "what completed doesn't look unfinished; what failed shows how far it came",
    arguments: [
      (EndReason.completed, 30, "-"), (.completed, 100, "100%"), (.failed, 30, "30%"),
    ])
  func done(reason: EndReason, percent: Int64, shown: String) throws {
    var task = ended(1, "Copy", reason)
    task.measure(percent, of: 100)
    let line = try #require(TaskTable([task]).lines.last)
    #expect(line.split(separator: " ").contains { $0 == shown })
    #expect(shown != "-" || !line.contains("%"))
  }

  @Test("what isn't for a terminal is never cut")
  func whole() {
    #expect(
      TaskTable(Array(tasks.prefix(2))).lines == [
        "N    STATE                                DONE  ELAPSED  LEFT   TITLE",
        "101  running                              28%   1h1m     4m10s  写真のバックアップを外付けディスクに取る",
        "102  queued, waits for a free slot of ml  -     -        -      "
          + "Train on all English texts of the library",
      ])
  }

  @Test("the elastic column has what the last one doesn't need")
  func elastic() {
    let cells = ["7", "2026-01-31 09:05", "4m10s", "cancelled at its terminal", "Archive /etc"]
    let line: (Int?) -> String = {
      TableLine(widths: [6, 16, 6, 26], elastic: 3, dispensable: [2, 1], columns: $0).text(cells)
    }
    #expect(line(nil) == line(100))
    #expect(line(40) == "7       cancelled a…  Archive /etc")
    #expect(line(80).hasSuffix("cancelled at its termin…  Archive /etc"))
  }
}
