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
      "Total: #%", "Download: #%", "Upload #%", "Build: #%", "x #% (done 3)", "▕████  ▏ #%",
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

  @Test("few steps that are done again and again are no needle")
  func fewStepsThatAreDoneAgainAreNoNeedle() {
    let steps = (1...4).map { "[\($0)/4] step \($0)\n" }
    let seen = readings(of: (steps + steps + steps + steps).map { Array($0.utf8) })
    #expect(seen.last?.reading.total == 4, "\(seen.map(\.reading))")
  }

  @Test("percents of different things that stay are no needle")
  func percentsOfDifferentThingsAreNoNeedle() {
    let others = ["downloading a 60%\n", "downloading b 30%\n", "downloading c 10%\n"]
    let lines = others + (1...100).map { "building \($0)%\n" }
    let seen = readings(of: lines.map { Array($0.utf8) }).map(\.reading)
    #expect(seen.last?.completed == 10_000, "\(seen.suffix(3))")
  }

  @Test("of two jobs that print JSON none is the other one's next state")
  func twoJobsOfJSONAreNoProgress() {
    let lines = [1, 5, 2, 9].enumerated().map { place, value in
      "{\"job\": \"\(place % 2 == 0 ? "a" : "b")\", \"progress\": 0.\(value)}\n"
    }
    #expect(readings(of: lines.prefix(2).map { Array($0.utf8) }).isEmpty)
  }

  @Test("a bar of block characters is counted in places and not in bytes")
  func blocksAreCountedInPlaces() {
    let bars = [3, 10].map { done in
      let places = String(repeating: "█", count: done) + String(repeating: " ", count: 30 - done)
      return "\r0% [\(places)] 100% | ETA: 00:00:08"
    }
    #expect(readings(of: bars.map { Array($0.utf8) }).last?.reading.completed == 3333)
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
