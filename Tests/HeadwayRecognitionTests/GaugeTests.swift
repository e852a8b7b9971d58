import HeadwayModel
import Testing

@testable import HeadwayRecognition

/// Numbers that are drawn over and measure no work.
@Suite struct GaugeTests {
  /// The last percent that is shown of `form`, drawn over with these values; nil if none is.
  private func shown(_ form: String, _ values: some Sequence<Int>) -> Int64? {
    let drawn = values.map { "\r\u{1B}[K" + form.replacing("#", with: "\($0)") }
    return progress(of: drawn.joined() + "\r").compactMap(\.wholePercent).last
  }

  @Test(
    "rising alone is no reason",
    arguments: [
      "tank level #%, inflow 3.1 l/s", "servo 3: #% (74 deg)", "F1 0.4 (#%), loss 0.3",
      "validation accuracy: #% best: #%", "L [====  ]  #%  R [===   ]", "Wasserstand #%",
    ])
  func risingAloneIsNoReason(_ form: String) {
    #expect(shown(form, 1...60) == nil)
  }

  @Test(
    "a reason on the line is",
    arguments: [
      "Copying x #%", "#%", "x [====>     ] #%", "x.iso #%", "x #% ETA 0:12", "Saving: #%",
      "Total: #%", "x #% (done 3)", "▕████  ▏ #%",
    ])
  func aReasonOnTheLineIs(_ form: String) {
    #expect(shown(form, 1...60) == 60)
  }

  @Test("a count that agrees is a reason unless it is of something else")
  func aCountThatAgreesIsAReasonUnlessItIsOfSomethingElse() {
    #expect(shown("x #/100 (#%)", 1...60) == 60)
    #expect(shown("#/100 users online (#%)", 1...60) == nil)
    #expect(progress(of: (1...9).map { "\r\($0)/10 users online" }.joined()).isEmpty)
  }

  @Test("a needle that falls twice is never believed again")
  func aNeedleThatFallsTwiceIsNeverBelievedAgain() {
    let needle = [42, 72, 92, 73, 42, 16] + Array(17...99)
    let drawn = needle.map { "\rx [==========] \($0)%" }.joined() + "\r"
    let seen = readings(of: Array(drawn.utf8).map { [$0] }).map(\.reading)
    #expect(seen.last?.completed == nil, "\(seen)")
    #expect(seen.contains { $0.completed == 9200 })
  }

  @Test("a bar that begins again is none")
  func aBarThatBeginsAgainIsNone() {
    #expect(shown("x [====>     ] #%", [10, 90, 100, 5, 20, 100, 4, 30]) == 30)
  }

  @Test("the number of a worker is none")
  func theNumberOfAWorkerIsNone() {
    let numbers = [4, 2, 8, 2, 1, 5, 4, 5, 6, 3, 4, 5, 1, 2, 3]
    #expect(progress(of: numbers.map { "[\($0)/8] GET /items\n" }.joined()).isEmpty)
    #expect(progress(of: (1...8).map { "[\($0)/8] worker started\n" }.joined()).isEmpty)
  }

  @Test("rows of one block are no progress while only one of them rises")
  func rowsOfOneBlockAreNoProgressWhileOnlyOneOfThemRises() {
    let frames = (1...20).map { "0-10 |## \(30 + $0)%\n10-20 |# 20%\n0% 20% 40%\n\u{1B}[3A" }
    let seen = readings(of: frames.map { Array($0.utf8) }).map(\.reading)
    #expect(seen.allSatisfy { $0.total ?? 0 == 0 }, "\(seen)")
  }
}
