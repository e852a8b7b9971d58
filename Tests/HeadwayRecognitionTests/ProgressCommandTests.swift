import HeadwayModel
import Testing

@testable import HeadwayRecognition

/// OSC 9;4.
@Suite struct ProgressCommandTests {
  @Test(
    "a percent is believed at once",
    arguments: [
      "\u{1B}]9;4;1;42\u{7}", "\u{1B}]9;4;1;42\u{1B}\\", "\u{1B}]9;4;1;42;\u{7}",
      "\u{1B}]9;4;2;42\u{7}", "\u{1B}]9;4;4;42\u{1B}\\", "a\u{1B}]9;4;1;42\u{7}b",
      "\u{1B}]52;c;AAAA\u{1B}]9;4;1;42\u{7}",
    ])
  func aPercentIsBelievedAtOnce(_ text: String) {
    #expect(percents(of: text) == [42])
  }

  @Test(
    "nothing else is",
    arguments: [
      "\u{1B}]9;4;0;0\u{7}", "\u{1B}]9;4;0\u{7}", "\u{1B}]9;4;3\u{7}", "\u{1B}]9;4;1\u{7}",
      "\u{1B}]9;4;1;\u{7}", "\u{1B}]9;4;7;42\u{7}", "\u{1B}]9;4;1;x\u{7}", "\u{1B}]9;4\u{7}",
      "\u{1B}]9;notification\u{7}", "\u{1B}]9;41;1;42\u{7}", "\u{1B}]9;4;1;-5\u{7}",
      "\u{1B}]9;4;1;42\u{18}", "\u{1B}]9;4;1;42\n", "\u{1B}P9;4;1;42\u{7}", "]9;4;1;42\u{7}",
      "\u{1B}]9;4;1;99999999999999999999\u{7}", "\u{1B}]9;4;1;4\u{1A}2\u{7}",
    ])
  func nothingElseIs(_ text: String) {
    #expect(progress(of: text).isEmpty)
  }

  @Test("more than hundred is hundred")
  func moreThanHundredIsHundred() {
    #expect(percents(of: "\u{1B}]9;4;1;250\u{7}") == [100])
  }

  @Test("a negative percent is an unknown extent", arguments: ["-1", "-100"])
  func negative(_ percent: String) {
    let text = "\u{1B}]9;4;1;42\u{7}\u{1B}]9;4;1;\(percent)\u{7}"
    #expect(percents(of: text) == [42, nil])
  }

  @Test("it outranks lines until it is taken back")
  func itOutranksLinesUntilItIsTakenBack() {
    let text = "\u{1B}]9;4;1;5\u{7}\r40%\r50%\r\u{1B}]9;4;0\u{7}\r60%\r70%\r"
    #expect(percents(of: text) == [5, nil, 70])
  }

  @Test("nothing is known once it is taken back")
  func nothingIsKnownOnceItIsTakenBack() {
    var progress = TaskProgress()
    for reading in readings(
      of: ["\u{1B}]9;4;1;50\u{7}", "\u{1B}]9;4;0;0\u{7}"].map { Array($0.utf8) })
    {
      _ = progress.apply(reading.ofWhole)
    }
    #expect(progress.completed == nil && progress.fraction == nil)
  }

  @Test("after an error and paused it rests", arguments: [2, 4])
  func afterAnErrorAndPausedItRests(_ state: Int) {
    let seen = progress(
      of: "\u{1B}]9;4;1;50\u{7}\u{1B}]9;4;\(state);50\u{7}\u{1B}]9;4;1;51\u{7}")
    #expect(seen.map(\.isResting) == [nil, true, false])
    #expect(seen.map(\.wholePercent) == [50, 50, 51])
  }

  @Test("clearing alone outranks nothing")
  func clearingAloneOutranksNothing() {
    #expect(percents(of: "\u{1B}]9;4;0\u{7}\r40%\r50%\r") == [50])
  }

  @Test("a fall is the next phase")
  func aFallIsTheNextPhase() {
    let seen = progress(of: "\u{1B}]9;4;1;50\u{7}\u{1B}]9;4;1;10\u{7}")
    #expect(seen.map(\.phase) == [nil, "phase 2"])
  }

  @Test("indeterminate after a percent is the next phase")
  func indeterminateAfterAPercentIsTheNextPhase() {
    let seen = progress(of: "\u{1B}]9;4;1;50\u{7}\u{1B}]9;4;3;\u{7}\u{1B}]9;4;1;10\u{7}")
    #expect(seen.map(\.phase) == [nil, "phase 2", "phase 2"])
    #expect(seen.map(\.wholePercent) == [50, nil, 10])
  }
}
