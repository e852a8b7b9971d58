import Glibc
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import TestProcesses
import TestHarness

extension FaultRow {
  /// Row 11: an error reply or a clamp, never a trap; memory bounded.
  static let hostileLines = FaultRow(
    number: 11, fault: "64 MB without a newline, depth, keys, encodings, numbers", unit: "passes",
    fullCount: 20, shortCount: 1
  ) { scene in
    let hub = try await scene.startHub()
    for line in HostileLine.all { try scene.send(line) }
    let memory = ProcessTable.residentKibibytes(hub.pid)
    for _ in 0..<scene.count { for line in HostileLine.all { try scene.send(line) } }
    let grown = ProcessTable.residentKibibytes(hub.pid) - memory
    scene.measure("memory +", kibibytes: grown, bar: 1024)
    try await scene.sendNumbers()
    try scene.runWithoutNewline(bytes: 64_000_000)
    scene.finding.extent = "\(HostileLine.all.count) lines each"
    scene.check(HubProcess.answering(scene.paths)?.pid == hub.pid, "the hub is another")
  }
}

/// A line that is none, or too much of one.
private struct HostileLine {
  let name: String
  let bytes: [UInt8]
  /// The code of the reply; nil where the line may be taken.
  let code: String?

  private init(_ name: String, _ text: String, _ code: String? = "malformed") {
    self.init(name, Array(text.utf8) + [0x0A], code)
  }

  private init(_ name: String, _ bytes: [UInt8], _ code: String? = "malformed") {
    (self.name, self.bytes, self.code) = (name, bytes, code)
  }

  private static let update = #"{"type":"update","request":5,"task":1,"#

  static let all = [
    HostileLine("64 MB", [UInt8](repeating: 0x61, count: 64_000_000), "tooLong"),
    HostileLine("64 MB of brackets", [UInt8](repeating: 0x5B, count: 64_000_000), "tooLong"),
    HostileLine("depth 30k", #"{"x":"# + String(repeating: "[", count: 30_000)),
    HostileLine("depth 30k, closed", update + #""x":\#(nested(30_000))}"#),
    HostileLine("depth 100k", #"{"x":"# + String(repeating: "[", count: 100_000), "tooLong"),
    HostileLine("5k keys", "{" + (0..<5000).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"),
    HostileLine("500k keys", "{" + (0..<500_000).map { "\"k\($0)\":1," }.joined(), "tooLong"),
    HostileLine("bad UTF-8", Array(#"{"type":""#.utf8) + [0xFF, 0xC0, 0x80, 0x22, 0x7D, 0x0A]),
    HostileLine("NUL", Array(#"{"type":"list"#.utf8) + [0x00, 0x22, 0x7D, 0x0A]),
    HostileLine("UTF-16", [0xFF, 0xFE] + #"{"type":"list"}"#.utf8.flatMap { [$0, 0] } + [0x0A]),
    HostileLine("a BOM", [0xEF, 0xBB, 0xBF] + Array(#"{"type":"list"}"#.utf8) + [0x0A]),
    HostileLine("NaN", update + #""completed":NaN}"#),
    HostileLine("1e999", update + #""completed":1e999}"#),
    HostileLine("a fraction", update + #""completed":1.5}"#),
    HostileLine("beyond Int.max", update + #""completed":9223372036854775808}"#),
    HostileLine("a lone surrogate", update + #""title":"\ud800"}"#),
    HostileLine("an array", "[1,2]"), HostileLine("a word", "hello"), HostileLine("null", "null"),
    HostileLine("doubled keys", #"{"type":"cancel","request":5,"task":1,"task":2}"#, "unknownTask"),
    HostileLine("no such task", update + #""completed":1}"#, "unknownTask"),
  ]

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }
}

extension FaultScene {
  fileprivate func send(_ line: HostileLine) throws {
    let client = try RawClient(paths)
    client.send(bytes: line.bytes, within: .seconds(20))
    let code = try client.first("a reply to \(line.name)", within: .seconds(20)) { message in
      if case .error(let error) = message { error.code } else { nil }
    }
    if let expected = line.code { check(code == expected, "\(line.name): \(code ?? "hung up")") }
  }

  /// Clamped, not believed: as the protocol says.
  fileprivate func sendNumbers() async throws {
    let client = try RawClient(paths)
    let cases: [(completed: String, total: String, done: Int64?, all: Int64?)] = [
      ("9223372036854775807", "9223372036854775807", .max, .max), ("-5", "10", 0, 10),
      ("5", "0", 5, nil), ("5", "-9223372036854775808", 5, nil), ("11", "10", 10, 10),
      ("-9223372036854775808", "1", 0, 1), ("0", "0", 0, nil),
    ]
    for (index, numbers) in cases.enumerated() {
      let key = TaskKey(high: 11, low: UInt64(index))
      client.send(
        #"{"type":"begin","key":"\#(key)","title":"n\#(index)","completed":\#(numbers.completed),"#
          + #""total":\#(numbers.total),"stallAfter":1e300,"grace":-1,"request":\#(index)}"#)
      _ = try client.begunNumber()
      let task = try await task("n\(index)")
      check(
        task.completed.map(Int64.init) == numbers.done && task.total.map(Int64.init) == numbers.all,
        "\(numbers.completed) of \(numbers.total) reads as \(task)")
      check(
        task.fraction.map { (0...1).contains($0) } ?? true, "a fraction of \(task.fraction ?? 0)")
      client.send(#"{"type":"end","task":"\#(key)","reason":"completed"}"#)
    }
  }

  /// A command's output of one endless line: every byte, and a supervisor that stays small.
  fileprivate func runWithoutNewline(bytes: Int) throws {
    let job = try Program.script(
      "headway run --title endless -- sh -c 'head -c \(bytes) /dev/zero | tr \"\\\\0\" a' | "
        + "{ tr -d a; } | wc -c; echo ${PIPESTATUS[0]}")
    var largest = 0
    try timeUntil("the end of an endless line", within: .seconds(60)) {
      for process in ProcessTable.ours("headway run --title endless") {
        largest = max(largest, ProcessTable.residentKibibytes(process))
      }
      return job.hasEnded
    }
    check(job.outputText == "0\n0\n", "an endless line came out as \(job.outputText)")
    measure("supervisor of a 64 MB line", kibibytes: largest, bar: 32_768)
  }
}
