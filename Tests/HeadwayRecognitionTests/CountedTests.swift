import HeadwayModel
import TestClocks
import Testing

@testable import HeadwayRecognition

/// Lines and signs that stand for one thing each, and stages that a line ends.
@Suite struct CountedTests {
  @Test("each line counts once")
  func eachLineCountsOnce() {
    let lines = ["running 4 tests\n", "test a ... ok\n", "test a ... ok\n", "test b ... ok\n"]
    let seen = readings(of: lines.map { Array($0.utf8) }).compactMap(\.reading.completed)
    #expect(seen == [1, 2])
    #expect(progress(of: "test a ... ok\ntest b ... ok\n").isEmpty)
  }

  @Test("dots count while their row is written")
  func dotsCountWhileTheirRowIsWritten() {
    let rows = ["collected 9 items\n", "test_a.py ..", ".", ".F [ 55%]\n", "test_b.py ", "...."]
    var recogniser = ProgressRecogniser()
    var seen: [Int64] = []
    for row in rows {
      recogniser.consume(Array(row.utf8), at: .zero)
      recogniser.settle(at: .zero)
      if let done = recogniser.takeReading()?.reading.completed { seen.append(done) }
    }
    #expect(seen == [2, 3, 5, 9])
    #expect(progress(of: "waiting\n....\n.....\n").isEmpty)
  }

  @Test("a scale of dots is a percent")
  func aScaleOfDotsIsAPercent() {
    var recogniser = ProgressRecogniser()
    var seen: [Int64?] = []
    for piece in ["0", "...", "10", "..", ".20", "\n"] {
      recogniser.consume(Array(piece.utf8), at: .zero)
      recogniser.settle(at: .zero)
      if let reading = recogniser.takeReading()?.reading { seen.append(reading.completed) }
    }
    #expect(seen == [750, 1000, 1500, 2000])
  }

  @Test("an open line of no such rule isn't read before its end")
  func anOpenLineOfNoSuchRuleIsNotReadBeforeItsEnd() {
    var recogniser = ProgressRecogniser()
    recogniser.consume(Array("[ 50%] Building".utf8), at: .zero)
    recogniser.settle(at: .zero)
    #expect(recogniser.takeReading() == nil)
  }

  @Test("the end of a stage isn't the end of all")
  func theEndOfAStageIsNotTheEndOfAll() {
    let lines = ["#4 [1/4] FROM a\n", "#5 [2/4] COPY b\n", "#5 DONE 1.0s\n", "#6 [4/4] RUN c\n"]
    let seen = progress(of: (lines + ["#6 DONE 1.0s\n"]).joined()).map(\.wholePercent)
    #expect(seen == [25, 50, 75, 100])
  }

  @Test("a coarse count above finer bars is the whole from the start")
  func aCoarseCountAboveFinerBarsIsTheWholeFromTheStart() {
    let frames = (0...40).map { step in
      "\rPackages ━━━━━ \(step / 20)/3   0%\n\rbase ━━━━━ \(step % 20 * 10)/200 5%\u{1B}[1A"
    }
    let seen = readings(of: frames.map { Array($0.utf8) }).map(\.reading)
    #expect(seen.allSatisfy { $0.total == 3 && $0.phase == "Packages" }, "\(seen)")
    #expect(seen.last?.completed == 2)
  }

  @Test(
    "the words with digits in them tell no displays apart",
    arguments: [
      "Writing at 0x000#c00... (*%)", "Hashing a#c9be *%", "2026-03-01T10:00:0#Z copied */50",
    ])
  func theWordsWithDigitsInThemTellNoDisplaysApart(_ form: String) {
    let lines = (1...4).map {
      form.replacing("#", with: ["7a", "b", "31", "e"][$0 - 1]).replacing("*", with: "\($0)")
    }
    #expect(progress(of: lines.joined(separator: "\n") + "\n").map(\.completed).count == 2)
  }
}
