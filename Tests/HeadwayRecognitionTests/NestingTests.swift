import HeadwayModel
import Testing

@testable import HeadwayRecognition

/// A share beside a count: of the whole, or of the one that is counted.
@Suite struct NestingTests {
  /// The last percent of each count, as it was shown.
  private func percents(_ form: String, of count: Int, from first: Int = 1) -> [Int64?] {
    let lines = (first..<first + count).flatMap { current in
      stride(from: 0, through: 100, by: 10).map {
        form.replacing("#", with: "\(current)").replacing("*", with: "\($0)")
      }
    }
    return readings(of: lines.map { Array($0.utf8) }, every: .milliseconds(200))
      .map { $0.ofWhole.wholePercent }
  }

  @Test(
    "nothing is shown until it begins again",
    arguments: [
      "\rEncoding: task #/2, *.00 % (95.21 fps, ETA 00h00m07s)", "\rtask # of 2, * %",
      "\r\u{1B}[KInstalling #/2… ██████  *%  5.0 MB/s", "\r(#/2) installing a [###--] *%",
      "\rRendering frame #/2: sample */100", "\rOuter #/2 | inner *%",
    ])
  func nothingIsShownUntilItBeginsAgain(_ form: String) {
    let first = percents(form, of: 1)
    #expect(first.allSatisfy { $0 == nil }, "\(first)")
    let seen = percents(form, of: 2).compactMap { $0 }
    #expect(seen.last == 100 && seen.count > 5, "\(seen)")
    #expect(seen.first.map { (50...80).contains($0) } == true && seen == seen.sorted(), "\(seen)")
  }

  @Test("what goes on is of the whole")
  func whatGoesOnIsOfTheWhole() {
    let lines = (0...20).map { "\r[\($0 / 7)/3 files][ \($0 * 5).0 MiB/100.0 MiB] \($0 * 5)% Done" }
    let seen = progress(of: lines.joined()).compactMap(\.wholePercent)
    #expect(seen.count > 12 && seen.first ?? 0 > 30 && seen.last == 100, "\(seen)")
    let dips = [20, 25, 31, 28, 40, 60, 90].enumerated().map {
      "\rpass \($0 / 3 + 1)/3 total \($1)%"
    }
    #expect(progress(of: dips.joined()).compactMap(\.wholePercent).last == 90)
    let late = (3...20).map { "\rfile \($0 / 5 + 1) of 5, \($0 * 5)%" }
    let shown = progress(of: late.joined()).compactMap(\.wholePercent)
    #expect(shown.first == 30 && shown.last == 100, "\(shown)")
  }

  @Test("a count from none is one too")
  func aCountFromNoneIsOneToo() {
    let seen = percents("\r(#/4) converting *%", of: 4, from: 0).compactMap { $0 }
    #expect(seen.first.map { (25...35).contains($0) } == true && seen.last == 100, "\(seen)")
  }

  @Test("a bar whose name counts may be one for all")
  func aBarWhoseNameCountsMayBeOneForAll() {
    let bars = (0...60).map {
      "\rfile \(1 + $0 / 6)/11:  x%|##  | \($0)/60 [00:01<00:01, 5.00it/s]"
    }
    .map { $0.replacing("x", with: "5") }
    let seen = progress(of: bars.joined())
    let last = seen.last.flatMap { reading in
      reading.completed.map { $0 * 100 / (reading.total ?? 1) }
    }
    #expect(last == 100, "\(seen)")
    #expect(seen.contains { $0.completed == 12 && $0.total == 60 }, "\(seen)")
  }

  @Test("what says the same is the whole")
  func whatSaysTheSameIsTheWhole() {
    let seen = progress(of: (1...9).map { "\r\($0 * 9)/99 (\($0 * 9 * 100 / 99)%)" }.joined())
    #expect(seen.compactMap(\.wholePercent).first == 18)
  }

  @Test(
    "dates and versions count nothing",
    arguments: ["11/23 10:00:01 copied *%\n", "v1.2/3 copied *%\n", "1/2/2026: copied *%\n"])
  func datesAndVersionsCountNothing(_ form: String) {
    #expect(percents(form, of: 1).compactMap { $0 }.last == 100)
  }
}
