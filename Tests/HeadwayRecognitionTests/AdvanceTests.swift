import HeadwayModel
import Testing

@testable import HeadwayRecognition

/// Whether the work goes on, where no measure of the whole tells.
@Suite struct AdvanceTests {
  private func advances(_ pieces: [String]) -> [AdvanceReport?] {
    readings(of: pieces.map { Array($0.utf8) }).map(\.reading).filter { $0 != ProgressReading() }
      .map(\.advance)
  }

  @Test("of several bars any one that moves is an advance")
  func ofSeveralBarsAnyOneThatMovesIsAnAdvance() {
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

  @Test("once all that is measured is done every new line is an advance")
  func onceAllThatIsMeasuredIsDoneEveryNewLineIsAnAdvance() {
    let bar = ["\r40%", "\r50%", "\r60%", "\r100%\n"]
    #expect(advances(bar) == [nil, .seen])
    #expect(advances(bar + ["linking a\n", "linking b\n"]).suffix(2) == [.seen, .seen])
    let again = (1...9).map { advances(bar + [String](repeating: "\r100%", count: $0)).count }
    #expect(Set(again).count == 1)
  }

  @Test("a line whose text appeared before is an advance, unless it repeats the line before")
  func oldTextIsAnAdvance() {
    let bar = ["\r40%", "\r50%", "\r60%", "\r100%\n"]
    let lines = bar + ["loading\n", "training\n", "loading\n", "training\n"]
    #expect(advances(lines).suffix(4) == [.seen, .seen, .seen, .seen])
    #expect(advances(lines + ["training\n"]).count == advances(lines).count)
  }

  /// A whole percent of a large transfer may take longer than anybody waits.
  @Test(
    "what is done goes on while the percent stands",
    arguments: [
      "\r    AMOUNT,000,000   0%   19.97MB/s   14:01:00",
      "\r  0  931G    0  AMOUNTM    0     0  29.9M      0  8:51:17  0:00:CLOCK  8:51:00 30.0M",
      "\r  0  931G    0     0    0  AMOUNTM      0  29.9M  8:51:17  0:00:CLOCK  8:51:00 30.0M",
      "\rsparse           0%[      ]  AMOUNT,3M  30.0MB/s    eta 9h",
      " AMOUNT072K .......... .......... 0% 3.33M 1s\n",
      "\r AMOUNTMiB 0:00:CLOCK [30.0MiB/s] [>          ]  0% ETA 9:00:00",
      "\rdata:  AMOUNTMiB 0:00:CLOCK [30.0MiB/s] [>          ]  0% ETA 9:00:00",
      "\r  0%|          | AMOUNTG/1.00T [00:CLOCK<9:00:00, 30.0MB/s]",
      "\r[#2089b0 AMOUNTMiB/931GiB(0%) CN:1 DL:30MiB ETA:9h]",
      "\rsparse     0%  AMOUNTMB  30.0MB/s 9:00:00 ETA",
    ])
  func amounts(_ form: String) {
    func line(_ amount: Int, _ clock: Int) -> String {
      form.replacing("AMOUNT", with: "\(amount)").replacing("CLOCK", with: "\(clock)")
    }
    let moving = (10...40).map { line($0 * 10, $0) }
    let seen = advances(moving)
    #expect(seen.count { $0 == .seen } >= 5)
    // The clock that the tool shows goes on; what is done doesn't. The last line is read once it is
    // drawn over.
    let standing = moving + (41...59).map { line(400, $0) }
    #expect(advances(standing).count <= seen.count + 1)
  }

  @Test(
    "amounts add up",
    arguments: [
      ("171,409,408", 171_409_408), ("4608k    0     0", 4_608_000), ("12,3M", 12_300_000),
      ("99,95K", 99_950), ("3.91G/1.00T", 1_003_910_000_000), ("160MiB", 167_772_160), ("", 0),
      ("-", 0), ("5 KB", 5000), ("1,000", 1000), ("12,", 12),
    ] as [(String, Double)])
  func sums(_ text: String, _ sum: Double) {
    #expect(abs(Amount.sum(of: Array(text.utf8).span) - sum) < 1)
  }

  @Test("few steps may take long")
  func fewStepsMayTakeLong() {
    let lines = ["Epoch 1/3\n", "Epoch 2/3\n", "loss 0.4\n", "loss 0.3\n"]
    #expect(advances(lines).allSatisfy { $0 == .seen } && advances(lines).count == 3)
    #expect(advances(lines + [String](repeating: "loss 0.3\n", count: 9)).count == 3)
    let many = (1...4).map { "Epoch \($0)/4 - batch \($0 * 9)/40 - loss 0.3\n" }
    #expect(advances(many).allSatisfy { $0 == nil })
  }

  @Test("nor does one that is said to be done")
  func norDoesOneThatIsSaidToBeDone() {
    let bar = ["\r 40% 3 + a\r", "\r 60% 5 + b\r", "\r 80% 7 + c\r\n", "Everything is Ok\n"]
    let seen = readings(of: (bar + (1...20).map { "linking \($0)\n" }).map { Array($0.utf8) })
    #expect(seen.contains { $0.ofWhole.wholePercent == 100 })
    #expect(seen.contains { $0.ofWhole.phase == "in several parts" })
  }

  @Test("a bar that is done doesn't speak for what follows")
  func aBarThatIsDoneDoesNotSpeakForWhatFollows() {
    let bar = ["\r20%", "\r60%", "\r100%\n"]
    let seen = readings(of: (bar + (1...20).map { "linking \($0)\n" }).map { Array($0.utf8) })
    #expect(seen.contains { $0.ofWhole.wholePercent == 100 })
    #expect(seen.contains { $0.ofWhole.phase == "in several parts" && $0.ofWhole.completed == nil })
    #expect(seen.last?.subtitle == "linking 20")
    let mounting = (1...20).map { "\r\u{1B}[KMount snap \($0 % 2 == 0 ? "-" : "/")" }
    let spun = readings(of: (bar + mounting).map { Array($0.utf8) })
    #expect(spun.contains { $0.ofWhole.phase == "in several parts" }, "\(spun)")
  }

  @Test("a last word behind it changes nothing")
  func aLastWordBehindItChangesNothing() {
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
