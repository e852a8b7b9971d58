import HeadwayCore
import Testing

@testable import HeadwayRecognition

/// Whether the work goes on, where no measure of the whole tells.
@Suite struct AdvanceTests {
  private func advances(_ pieces: [String]) -> [AdvanceReport?] {
    readings(of: pieces.map { Array($0.utf8) }).map(\.reading).filter { $0 != ProgressReading() }
      .map(\.advance)
  }

  @Test func ofSeveralBarsAnyOneThatMovesIsAnAdvance() {
    func frame(_ a: Int, _ b: Int) -> String {
      "\ra: \(a)%|##| \(a)/100 [00:01<00:03, 9.00it/s]\n"
        + "\rb: \(b)%|##| \(b)/100 [00:01<00:03, 9.00it/s]\n\u{1B}[2A"
    }
    let frames = [(10, 5), (60, 20), (100, 30), (100, 40), (100, 50), (100, 60)].map(frame)
    #expect(advances(frames).suffix(3).allSatisfy { $0 == .seen })
    #expect(readings(of: frames.map { Array($0.utf8) }).count == frames.count)
    let standing = frames + [String](repeating: frame(100, 60), count: 5)
    #expect(advances(standing).count == frames.count)
  }

  @Test func onceAllThatIsMeasuredIsDoneEveryNewLineIsAnAdvance() {
    let bar = ["\r40%", "\r50%", "\r60%", "\r100%\n"]
    #expect(advances(bar) == [nil, .seen])
    #expect(advances(bar + ["linking a\n", "linking b\n"]).suffix(2) == [.seen, .seen])
    let again = (1...9).map { advances(bar + [String](repeating: "\r100%", count: $0)).count }
    #expect(Set(again).count == 1)
  }

  @Test func fewStepsMayTakeLong() {
    let lines = ["Epoch 1/3\n", "Epoch 2/3\n", "loss 0.4\n", "loss 0.3\n"]
    #expect(advances(lines).allSatisfy { $0 == .seen } && advances(lines).count == 3)
    #expect(advances(lines + [String](repeating: "loss 0.3\n", count: 9)).count == 3)
    let many = (1...4).map { "Epoch \($0)/4 - batch \($0 * 9)/40 - loss 0.3\n" }
    #expect(advances(many).allSatisfy { $0 == nil })
  }

  @Test func norDoesOneThatIsSaidToBeDone() {
    let bar = ["\r 40% 3 + a\r", "\r 60% 5 + b\r", "\r 80% 7 + c\r\n", "Everything is Ok\n"]
    let seen = readings(of: (bar + (1...20).map { "linking \($0)\n" }).map { Array($0.utf8) })
    #expect(seen.contains { $0.ofWhole.wholePercent == 100 })
    #expect(seen.contains { $0.ofWhole.phase == "in several parts" })
  }

  @Test func aBarThatIsDoneDoesNotSpeakForWhatFollows() {
    let bar = ["\r20%", "\r60%", "\r100%\n"]
    let seen = readings(of: (bar + (1...20).map { "linking \($0)\n" }).map { Array($0.utf8) })
    #expect(seen.contains { $0.ofWhole.wholePercent == 100 })
    #expect(seen.contains { $0.ofWhole.phase == "in several parts" && $0.ofWhole.completed == nil })
    #expect(seen.last?.subtitle == "linking 20")
    let mounting = (1...20).map { "\r\u{1B}[KMount snap \($0 % 2 == 0 ? "-" : "/")" }
    let spun = readings(of: (bar + mounting).map { Array($0.utf8) })
    #expect(spun.contains { $0.ofWhole.phase == "in several parts" }, "\(spun)")
  }

  @Test func aLastWordBehindItChangesNothing() {
    let bar = ["\r20%", "\r60%", "\r100%\n"]
    func last(_ pieces: [String], every pause: Duration) -> Int64? {
      readings(of: (bar + pieces).map { Array($0.utf8) }, every: pause)
        .last { $0.reading.completed != nil }?.ofWhole.wholePercent
    }
    #expect(last(["copied 1 file\n"], every: .seconds(20)) == 100)
    #expect(last(["synced\n", "sent 3 MB\n", "done\n"], every: .seconds(2)) == 100)
    let again = readings(
      of: (bar + [String](repeating: "\r100%", count: 20)).map { Array($0.utf8) })
    #expect(again.last?.ofWhole.wholePercent == 100)
  }
}
