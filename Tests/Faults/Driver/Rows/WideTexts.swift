import HeadwayModel
import HeadwaySystem
import TestHarness

extension FaultRow {
  /// Row 13: columns stay aligned.
  static let wideTexts = FaultRow(
    number: 13, fault: "10k combining marks, ZWJ, CJK, flags", unit: "widths", fullCount: 60,
    shortCount: 4
  ) { scene in
    _ = try await scene.startHub()
    let titles = [
      "plain", "日本語のバックアップ", "e" + String(repeating: "\u{301}", count: 10_000) + "x",
      "👨‍👩‍👧‍👦 family", "🇩🇪🇯🇵🇫🇷 flags", "한국어 ｆｕｌｌ", "a\u{200D}b\u{200D}c", "❤️ ☂︎ 1️⃣",
    ]
    for (index, title) in titles.enumerated() { try scene.begin(title, index) }
    let pane = try await TmuxServer(scene.workspace).pane(
      "exec headway watch --compact", columns: 70, rows: 14)
    for step in 0..<scene.count {
      let columns = 110 - step * 61 % 81
      try await pane.resize(columns: columns, rows: 14)
      try await pane.wait("aligned columns at a width of \(columns)") { screen in
        let lines = screen.split(separator: "\n").filter { $0.contains("‖") }
        return lines.count == titles.count && Set(lines.map(columnCount)).count == 1
      }
      scene.check(true, "")
    }
    scene.finding.extent = "\(titles.count) titles"
  }
}

extension FaultScene {
  /// Paused, so that its line stands still.
  fileprivate func begin(_ title: String, _ index: Int) throws {
    let client = try RawClient(paths)
    let key = TaskKey(high: 13, low: UInt64(index))
    client.send(
      #"{"type":"begin","key":"\#(key)","title":"\#(title) end","completed":0,"total":10,"#
        + #""paused":true,"request":1}"#)
    _ = try client.begunNumber()
    kept.append(client)
  }
}

/// Columns of a line as tmux 3.3 counts them: each scalar by its own width, none for what joins.
private func columnCount(_ line: Substring) -> Int {
  line.unicodeScalars.reduce(0) { $0 + width($1) }
}

private func width(_ scalar: Unicode.Scalar) -> Int {
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: return 0
  default: break
  }
  switch scalar.value {
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
    0x20000...0x3FFFD:
    return 2
  default: return 1
  }
}
