import Glibc
import HeadwayModel
import HeadwaySystem
import TestHarness

extension FaultRow {
  /// Row 12: text from outside, in every field, at every sink.
  static let hostileTexts = FaultRow(
    number: 12, fault: "ESC, OSC 52, C1, CR, BEL, bidi, #(), ; in every text", unit: "texts",
    fullCount: HostileText.all.count, shortCount: 4, limit: .seconds(300)
  ) { scene in
    _ = try await scene.startHub()
    let tmux = try TmuxServer(scene.workspace)
    let pane = try await tmux.pane("exec headway", columns: 120, rows: 60)
    try await tmux.tmux("set-option", "-g", "status", "on")
    try await tmux.tmux(
      "set-option", "-g", "status-right", "#(headway status --follow --format tmux)")
    try await tmux.tmux("set-option", "-g", "status-interval", "1")
    let monitor = try TerminalProgram(["headway"], rows: 60, columns: 120)
    let watch = try Program(["headway", "watch", "--plain"])
    for index in 0..<scene.count { try await scene.tell(HostileText.all[index], index) }
    try monitor.wait(for: "T\(scene.count - 1)")
    try await pane.wait("the last task") { $0.contains("T\(scene.count - 1)") }
    try await scene.checkSinks(watch)
    scene.check(try await pane.screen(), "a pane")
    scene.checkTerminal(monitor)
    let buffers = try await tmux.tmux("list-buffers").text
    scene.check(buffers.isEmpty, "text got into tmux's buffers: \(buffers)")
    scene.check(!exists("pwned"), "a command was run")
    monitor.type("q")
    scene.check(try monitor.end() == 0, "the monitor didn't leave in peace")
    watch.kill()
  }
}

/// Text that means harm, and what no sink may write.
private enum HostileText {
  static let all = [
    "\u{1B}]52;c;cHduZWQ=\u{7}", "#(touch pwned)#{pane_id}#[fg=red];",
    "\u{9B}31mred\u{9D}0;x\u{9C}",
    "\u{202E}gnp.exe\u{202C}", "\u{1B}[2J\u{1B}[Hpwned", "\u{90}q\u{9C}", "a\rb\nc\td",
    "bell\u{7}\u{8}\u{7F}", "\u{2066}x\u{2069}\u{200B}\u{200E}\u{FEFF}\u{61C}",
    "; touch pwned; $(touch pwned)`touch pwned`", "<b>&amp;\\\"\\'</b>", "\u{2028}\u{2029}",
    "\u{E0041}\u{E007F}", "%{F#f00}%n%s%n", "\u{0}hidden",
  ]

  static let forbidden: Set<UInt32> = Set(
    Array(0x00...0x09) + Array(0x0B...0x1F) + Array(0x7F...0x9F) + Array(0x202A...0x202E)
      + Array(0x2066...0x2069) + Array(0xE0001...0xE007F)
      + [0x200B, 0x200E, 0x200F, 0x061C, 0xFEFF, 0x2028, 0x2029])
}

extension FaultScene {
  /// A worker that has it in every text it sends, and a command with it in its options.
  fileprivate func tell(_ text: String, _ index: Int) async throws {
    var task = TaskDescription(key: TaskKey(high: 12, low: UInt64(index)), title: "x")
    task.startedAt = nil
    let client = try RawClient(paths)
    let quoted = HostileText.quoted(text)
    let fields = ["subtitle", "identifier", "group", "unit", "phase", "directory"]
    let others = fields.map { #""\#($0)":\#(quoted)"# }.joined(separator: ",")
    client.send(
      #"{"type":"begin","key":"\#(task.key)","title":\#(HostileText.quoted("T\(index) " + text)),"#
        + #""completed":1,"total":2,"command":[\#(quoted),\#(quoted)],"request":1,\#(others)}"#)
    check(try client.begunNumber() != nil, "text \(index) is refused")
    kept.append(client)
    if text.contains("\u{0}") { return }
    // Of some nothing is left, and a group without a name is refused.
    let job = try Program([
      "headway", "run", "--title", text, "--subtitle", text, "--group", "g" + text, "--", "true",
      text,
    ])
    check(try await job.outcome().code == 0, "run with text \(index): \(job.errorText)")
    let update = try await Program([
      "headway", "update", "--task", task.key.description, "--subtitle", text, "--phase", text,
      "--unit", text, "--completed", "1",
    ]).outcome()
    check(update.code == 0, "update with text \(index): \(update.errorText)")
    check(update.errorText, "an error")
  }

  fileprivate func checkSinks(_ watch: Program) async throws {
    let formats = ["plain", "tmux", "json", "waybar", "i3bar", "i3status-rs", "{title} {text}"]
    var sinks = formats.map { ["status", "--format", $0] }
    sinks += [["list"], ["list", "--all"], ["list", "--json"], ["list", "--json", "--all"]]
    for sink in sinks {
      let outcome = try await Program(["headway"] + sink).outcome()
      check(outcome.text, sink.joined(separator: " "))
      check(outcome.code == 0, "\(sink): \(outcome.errorText)")
    }
    _ = try await list(all: true)
    try timeUntil("lines of a plain watch") { watch.outputText.contains("T\(count - 1)") }
    check(watch.outputText, "watch --plain")
  }

  fileprivate func check(_ text: String, _ sink: String) {
    let found = text.unicodeScalars.first { HostileText.forbidden.contains($0.value) }
    check(found == nil, "\(sink) writes U+\(String(found?.value ?? 0, radix: 16))")
  }

  /// The screen's own sequences pass: no OSC, no DCS, no C1, no bell is among them. The monitor asks
  /// its terminal once whether it knows OSC 7501.
  fileprivate func checkTerminal(_ monitor: TerminalProgram) {
    let question = Array("\u{1B}]7501;?\u{1B}\\".utf8)
    let written = Array(monitor.written).split(separator: question).joined()
    for sequence in ["\u{1B}]", "\u{1B}P", "\u{1B}^", "\u{1B}_"] {
      check(
        !Array(written)[...].contains(Array(sequence.utf8)),
        "the monitor writes \(sequence.debugDescription)")
    }
    let own: Set<UInt32> = [0x1B, 0x0D, 0x08, 0x0F, 0x0E, 0x09]
    let found = monitor.text.unicodeScalars.first {
      HostileText.forbidden.contains($0.value) && !own.contains($0.value)
    }
    check(found == nil, "the monitor writes U+\(String(found?.value ?? 0, radix: 16))")
  }
}

extension HostileText {
  /// As JSON has it: escapes for what it must escape, the rest as it is.
  fileprivate static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar -> String in
      switch scalar.value {
      case 0..<0x20: "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
      case 0x22, 0x5C: "\\\(scalar)"
      default: String(scalar)
      }
    }
    return "\"\(scalars.joined())\""
  }
}
