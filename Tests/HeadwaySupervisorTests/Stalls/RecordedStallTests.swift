import HeadwayModel
import RecordedProgress
import TestClocks
import Testing

@testable import HeadwaySupervisor

/// No recorded command is asked about while it goes on; each is, in time, once it hangs.
@Suite struct RecordedStallTests {
  private static let names = RecordingFolder.progress.names.filter {
    !KnownFaults.progress.contains($0)
  }
  /// How late a question may be.
  private static let slack: Duration = .seconds(1)

  @Test("none is asked about while it goes on", arguments: names)
  func noneIsAskedAboutWhileItGoesOn(_ name: String) throws {
    var run = RecordedRun(name)
    for event in try Self.events(name) { run.write(event.output, at: event.time) }
    #expect(run.questions.isEmpty)
  }

  @Test("nor where it takes five times as long", arguments: names)
  func norWhereItTakesFiveTimesAsLong(_ name: String) throws {
    var run = RecordedRun(name)
    for event in try Self.events(name) {
      run.write(event.output, at: .origin + event.time.sinceOrigin * 5)
    }
    #expect(run.questions.isEmpty)
  }

  @Test("one that falls silent half way is asked about", arguments: names)
  func oneThatFallsSilentHalfWayIsAskedAbout(_ name: String) throws {
    var run = RecordedRun(name)
    let half = try Self.half(name)
    for event in half { run.write(event.output, at: event.time) }
    let hang = try #require(half.last?.time)
    // The last reading may come a moment after the output.
    run.go(to: hang + Self.slack)
    let limit = Self.limit(
      after: run.signs, atLeast: Self.isKnown(run) ? .seconds(30) : .seconds(300))
    run.go(to: hang + limit + Self.slack)
    #expect(run.questions.map(\.kind) == [.silent])
    let asked = try #require(run.questions.first)
    #expect(asked.at >= hang + limit)
  }

  @Test(
    "so is one that only repeats its last line",
    arguments: names.filter { !KnownFaults.repeating.contains($0) })
  func soIsOneThatOnlyRepeatsItsLastLine(_ name: String) throws {
    var run = RecordedRun(name)
    let half = try Self.half(name)
    for event in half { run.write(event.output, at: event.time) }
    let last = try #require(half.last)
    run.go(to: last.time + .milliseconds(500))
    let hang = try #require(run.advances.last)
    let limit = Self.limit(after: run.advances, atLeast: .seconds(120))
    for second in 1...300 {
      run.write(last.lastLine, at: last.time + .seconds(second))
    }
    // What was never measured is alive as long as it writes.
    #expect(run.questions.map(\.kind) == (run.hasMeasured ? [.notAdvancing] : []))
    guard run.hasMeasured else { return }
    let asked = try #require(run.questions.first)
    let late = asked.at - (hang + limit)
    #expect(late >= .zero && late < Self.slack)
  }

  /// Whether the command has shown progress, or a rhythm of ten signs a second apart: then 30 s of
  /// silence say something.
  private static func isKnown(_ run: RecordedRun) -> Bool {
    var (count, last) = (0, AwakeTime.origin)
    for sign in run.signs where sign - last >= .seconds(1) { (count, last) = (count + 1, sign) }
    return run.hasMeasured || run.hasAdvanced || count >= 10
  }

  private struct Event {
    var time: AwakeTime
    var output: [UInt8]

    /// The last line of the output, with what ends it. What moves the cursor up draws a frame of
    /// several rows, which is repeated as a whole.
    var lastLine: [UInt8] {
      if String(decoding: output, as: UTF8.self).contains(/\x1B\[\d*A/) { return output }
      let end = output.lastIndex { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      let line = output[..<(end ?? output.endIndex)].lastIndex(of: UInt8(ascii: "\n"))
      return Array(output[(line.map { $0 + 1 } ?? 0)...])
    }
  }

  private static func events(_ name: String) throws -> [Event] {
    try RecordingFolder.progress.recording(name).events.map {
      Event(time: .seconds($0.seconds), output: $0.output)
    }
  }

  private static func half(_ name: String) throws -> ArraySlice<Event> {
    let events = try events(name)
    return events.prefix(max(1, events.count / 2))
  }

  /// Three times a gap that came twice, half as much again as one that came once.
  private static func limit(after signs: [AwakeTime], atLeast least: Duration) -> Duration {
    let gaps = zip(signs.dropFirst(), signs).map { $0 - $1 }.sorted(by: >)
    let longest = gaps.first ?? .zero
    let second = gaps.dropFirst().first ?? .zero
    return max(least, longest * 1.5, second * 3)
  }
}
