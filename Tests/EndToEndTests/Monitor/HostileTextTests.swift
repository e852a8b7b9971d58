import Foundation
import Glibc
import Testing
import TestHarness
import TestProcesses

/// Rows 12 and 13: text from outside, at every sink.
@Suite(.fewAtATime) struct HostileTextTests {
  /// As bash(1) writes them: `$'…'`.
  private static let hostile = [
    "\\e]52;c;cHduZWQ=\\a", "\\e[2J\\e[Hpwned", "\\u009b31mred", "\\u0090q\\u009c", "a\\rb\\nc\\td",
    "bell\\a\\b\\x7f", "\\u202egnp.exe\\u202c", "\\u2066x\\u2069\\u200b\\u200e\\ufeff\\u061c",
    "#(touch pwned)#{pane_id}#[fg=red];", "; touch pwned; $(touch pwned)`touch pwned`",
    "<b>&amp;\\\"\\'</b>", "\\xff\\xfe\\xc0\\x80", "\\u2028\\u2029", "\\U000e0041\\U000e007f",
  ]
  /// What none of the sinks may write.
  private static let forbidden: [UInt32] =
    Array(0x00...0x09) + Array(0x0B...0x1F) + Array(0x7F...0x9F) + Array(0x202A...0x202E)
    + Array(0x2066...0x2069)
    + [0x200B, 0x200E, 0x200F, 0x061C, 0xFEFF, 0x2028, 0x2029, 0xE0041, 0xE007F]

  private func check(_ text: String, _ place: String) {
    let found = text.unicodeScalars.filter { Self.forbidden.contains($0.value) }
    #expect(found.isEmpty, "\(place): \(found.prefix(5).map { String($0.value, radix: 16) })")
  }

  @Test("no control byte, no command and no broken JSON at any sink")
  func sinks() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      let monitor = try await tmux.pane("exec headway", columns: 120, rows: 60)
      try await monitor.wait(for: "No tasks.")
      let title = try await monitor.value("#{pane_title}")
      for (index, text) in Self.hostile.enumerated() {
        _ = try workspace.start(
          "headway run --id h.\(index) --title $'T\(index) \(text)' --subtitle $'S \(text)' "
            + "-- sleep 300")
        try await eventually("task \(index)") {
          try await workspace.list().contains { $0.identifier == "h.\(index)" }
        }
        try await workspace.run(
          "headway update --task h.\(index) --title $'T\(index) \(text)' --phase $'P \(text)' "
            + "--subtitle $'U \(text)' --completed 1 --total 2 --unit $'\(text)'")
        for format in ["plain", "tmux", "json", "waybar", "i3bar", "i3status-rs", "{title}"] {
          let outcome = try await workspace.run("headway status --format '\(format)'")
          check(outcome.text.trimmingCharacters(in: .newlines), "status \(format)")
          if outcome.text.hasPrefix("{\"") {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: outcome.output) }
          }
        }
      }
      try await checkLists(workspace)
      let last = Self.hostile.count - 1
      let screen = try await monitor.wait(for: "T\(last)")
      check(screen.replacing("\n", with: ""), "monitor")
      #expect(screen.contains("Headway  \(Self.hostile.count) running"))
      #expect(try await monitor.value("#{pane_title}") == title)
      #expect(try await monitor.value("#{buffer_size}") == "")
      #expect(!workspace.exists("pwned"))
    }
  }

  private func checkLists(_ workspace: Workspace) async throws {
    let table = try await workspace.run("headway list")
    #expect(table.text.split(separator: "\n").count == Self.hostile.count + 1)
    check(table.text.replacing("\n", with: ""), "list")
    let json = try await workspace.run("headway list --json")
    check(json.text.replacing("\n", with: ""), "list --json")
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: json.output) }
    for task in try await workspace.list() { check(task.title + (task.subtitle ?? ""), "decoded") }
    let plain = try await workspace.run("headway watch --plain | head -5")
    check(plain.text.replacing("\n", with: ""), "watch --plain")
  }

  @Test("wide, joined, flagged, piled-up and right-to-left characters leave the columns aligned")
  func aligned() async throws {
    try await Workspace.use { workspace in
      let titles = [
        "plain", "日本語のバックアップ", "e$(printf '\\u0301%.0s' $(seq 5000))x", "👨‍👩‍👧‍👦 family",
        "🇩🇪🇯🇵 flags", "한국어 ｆｕｌｌ", "a‍b‍c", "❤️ ☂︎ 1️⃣",
        "גיבוי 7 نَسْخ",
      ]
      for (index, title) in titles.enumerated() {
        _ = try workspace.start(
          "headway run --id w.\(index) --title \"\(title) end\" --total 10 -- sleep 300")
      }
      try await eventually("all of them") { try await workspace.list().count == titles.count }
      let tmux = try TmuxServer(workspace)
      let monitor = try await tmux.pane("exec headway watch --compact", columns: 70, rows: 14)
      try await monitor.wait(for: "\(titles.count) running")
      let screen = try await monitor.wait("aligned ends of all lines") {
        let columns = rightColumns($0)
        return columns.count == titles.count && Set(columns).count == 1
      }
      try await monitor.resize(columns: 24, rows: 14)
      try await monitor.wait("a narrow screen") { $0.contains("日本語のバッ…") }
      try await monitor.resize(columns: 70, rows: 14)
      try await monitor.wait("the same again") { rightColumns($0) == rightColumns(screen) }
    }
  }

  /// The column in which each card's line ends.
  private func rightColumns(_ screen: String) -> [Int] {
    screen.split(separator: "\n").filter { $0.contains(/(\ds|0%)$/) }.map {
      Self.columns(String($0))
    }
  }

  /// wcwidth(3), which Glibc's Swift module leaves out.
  private static let width: (@convention(c) (Int32) -> Int32)? = {
    setlocale(LC_CTYPE, "C.UTF-8")
    return dlsym(nil, "wcwidth").map {
      unsafeBitCast($0, to: (@convention(c) (Int32) -> Int32).self)
    }
  }()

  /// Columns as tmux 3.3 counts them: wcwidth of each scalar, nothing for what joins.
  private static func columns(_ line: String) -> Int {
    line.unicodeScalars.reduce(0) { $0 + max(0, Int(Self.width?(Int32($1.value)) ?? 1)) }
  }
}
