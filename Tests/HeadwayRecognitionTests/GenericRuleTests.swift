import HeadwayModel
import Testing

@testable import HeadwayRecognition

/// Percents and counts on lines.
@Suite struct GenericRuleTests {
  @Test("one sample proves nothing")
  func oneSampleProvesNothing() {
    #expect(progress(of: "10%\n").isEmpty)
    #expect(progress(of: "[1/9] a\n").isEmpty)
    #expect(progress(of: "10%\n10%\n").isEmpty)
  }

  @Test("two advancing samples are believed")
  func twoAdvancingSamplesAreBelieved() {
    #expect(percents(of: "\r10%\r20%\r30%\r") == [20, 30])
    #expect(progress(of: "[1/9] a\n[2/9] b\n") == [.count(2, of: 9)])
  }

  @Test("lines below each other need three over time from near the beginning")
  func linesBelowEachOtherNeedThreeOverTimeFromNearTheBeginning() {
    #expect(percents(of: "10% done\n20% done\n").isEmpty)
    #expect(percents(of: "10% done\n20% done\n30% done\n40% done\n") == [30, 40])
    #expect(progress(of: "file (1/9)\nfile (2/9)\nfile (3/9)\n") == [.count(3, of: 9)])
    #expect(percents(of: "60% done\n70% done\n80% done\n90% done\n").isEmpty)
    #expect(
      readings(of: [Array("10% done\n20% done\n30% done\n".utf8)]).allSatisfy {
        $0.reading == .init()
      })
  }

  @Test("without a word they need five from the very beginning")
  func withoutAWordTheyNeedFiveFromTheVeryBeginning() {
    #expect(percents(of: "10%\n20%\n30%\n40%\n").isEmpty)
    #expect(percents(of: "0%\n10%\n20%\n30%\n40%\n50%\n") == [40, 50])
    #expect(progress(of: (1...6).map { "[\($0)/90]\n" }.joined()).map(\.completed) == [5, 6])
    #expect(percents(of: "20%\n30%\n40%\n50%\n60%\n70%\n").isEmpty)
  }

  @Test(
    "their words may say that they are progress",
    arguments: [
      "copied #", "# done", "progress: #", "12:00:01 INFO import: processed # of the table",
      "Downloading a.iso: #", "[worker] Uploading, # complete (9.1 MB/s)", "rendered # in 3 s",
      "# of files copied", "Processed 45 files (#)",
    ])
  func theirWordsMaySayThatTheyAreProgress(_ line: String) {
    #expect(percents(of: lines(line)) == [3, 4])
  }

  @Test(
    "whatever else rises is none",
    arguments: [
      "accuracy #", "# of tests failed", "processed 100 images, accuracy #", "error rate: #",
      "confidence # for 'cat'", "loss # after epoch", "line coverage #", "skipped # of files",
      "cache hit rate #", "cpu #", "/dev/sda1 #", "done, # of them wrong", "humidity #",
      "sensor reads #", "growth # since Monday", "version 2 is used by #", "top-1 #",
      "Checking disk usage: #", "signal strength #", "Training accuracy # done", "charge #",
    ])
  func whateverElseRisesIsNone(_ line: String) {
    #expect(progress(of: lines(line)).isEmpty)
    let counts = line.replacing("#", with: "#/50")
    #expect(progress(of: lines(counts)).isEmpty, "\(counts)")
  }

  @Test(
    "also drawn over what is named so is none",
    arguments: [
      "accuracy: #", "train acc #", "win rate #", "# packet loss", "score=#", "Temp # C", "lives #",
      "signal  #", "# accuracy on the test set", "mIoU #", "WER #", "F1 #", "gpu0 # 65C",
      "discount #", "RSS # MB", "clients #", "queue: #", "# cores",
    ])
  func alsoDrawnOverWhatIsNamedSoIsNone(_ line: String) {
    for value in ["%", "/50"] {
      let drawn = (1...9).map { "\r" + line.replacing("#", with: "\($0 * 5)\(value)") }
      #expect(progress(of: drawn.joined()).isEmpty, "\(line) \(value)")
    }
  }

  @Test(
    "nor a pagers place nor a disks",
    arguments: ["--More--(#%)", "/dev/sda1 #% /home", "/dev/sda1  99G  43G  56G  #% /"])
  func norAPagersPlaceNorADisks(_ line: String) {
    let drawn = (1...9).map { "\r" + line.replacing("#", with: "\($0 * 5)") }
    #expect(progress(of: drawn.joined()).isEmpty)
    let written = (1...9).map { "\rWriting /dev/sdb \($0 * 5)%" }
    #expect(progress(of: written.joined()).last?.wholePercent == 45)
  }

  @Test(
    "beside a measure of something else",
    arguments: [
      "\r#% loss: 0.3", "\r#% (loss 0.3)", "\rloss 0.3 [==  ] #%", "\r#% speed 3.2x",
      "\rGame #/100 win rate 36%",
    ])
  func besideAMeasureOfSomethingElse(_ line: String) {
    let drawn = (1...5).map { line.replacing("#", with: "\($0 * 9)") }.joined() + "\r"
    let seen = progress(of: drawn).map { ($0.completed ?? 0) * 100 / ($0.total ?? 1) }
    #expect(seen == [18, 27, 36, 45], "\(line)")
  }

  @Test(
    "a bar that is still blank is no other tools",
    arguments: ["Analysing disk usage [#] %", "[#] % memory scanned", "% [#] cpu 3"])
  func aBarThatIsStillBlankIsNoOtherTools(_ line: String) {
    let drawn = (0...9).map { step in
      let bar = String(repeating: "#", count: step / 3).padding(to: 9)
      return "\r" + line.replacing("%", with: "\(step)%").replacing("#", with: bar)
    }
    #expect(progress(of: drawn.joined()).isEmpty)
  }

  private func lines(_ pattern: String) -> String {
    (1...4).map {
      pattern.replacing("#", with: pattern.contains("/50") ? "\($0)" : "\($0)%") + "\n"
    }
    .joined()
  }

  @Test(
    "each form of a percent is recognised",
    arguments: [
      ("54.5%", 5450), (" 2.7 %", 270), ("[ 66%] Building", 6600), ("20%|###", 2000),
      ("0.25%", 25), ("1,5%", 150), ("22,4 %", 2240), ("x:100%,", 10_000), ("100%[=====>]", 10_000),
      ("[====> ] 53% ETA", 5300),
      ("━━━╸━━━  17% 0:00:02", 1700), ("=====> 40%", 4000),
    ])
  func percentForms(_ line: String, _ hundredths: Int64) {
    #expect(finding(line)?.percent?.completed == hundredths)
  }

  @Test(
    "a text that only looks like a percent is not recognised",
    arguments: [
      "101%", "1.234%", "v5%", "a_5%", "-5%", "+5%", "1/5%", "5%20b", "5%d", "5%%", "%",
      ".5%", "1.2.3%", "9999999999999999999%", "Compressed: 32.0 MiB => 41.30%", "KiB ==> 100%",
    ])
  func notPercents(_ line: String) {
    #expect(finding(line)?.percent == nil)
  }

  @Test(
    "each form of a count is recognised",
    arguments: ["[2/12] x", "(2/12)", "[ 2/12]", "[2/12", "Building [==> ] 2/12: b", "2/12"])
  func countForms(_ line: String) {
    let seen = finding(line)
    #expect(seen?.completed?.value == 2)
    #expect(seen?.total?.value == 12)
  }

  @Test(
    "forms that are believed where they are drawn over",
    arguments: [
      "# of 90", "Processing # of 90: a", "got # MB / 90 MB", "(# MiB of 90 MiB)", "[#KiB/90KiB]",
      "#,000/90,000 rows",
    ])
  func formsThatAreBelievedWhereTheyAreDrawnOver(_ line: String) {
    let lines = [9, 18, 27].map { line.replacing("#", with: "\($0)") }
    let seen = progress(of: lines.map { "\r\($0)" }.joined() + "\r")
    #expect(seen.map { ($0.completed ?? 0) * 100 / ($0.total ?? 1) } == [20, 30], "\(seen)")
    #expect(progress(of: lines.map { "\($0)\n" }.joined()).isEmpty)
  }

  @Test(
    "forms that aren't",
    arguments: ["mem # GB / 90 GB", "# GB of 90 GB used", "retry # of 90", "# of 90 players"])
  func formsThatAreNot(_ line: String) {
    let drawn = [9, 18, 27].map { "\r" + line.replacing("#", with: "\($0)") }.joined() + "\r"
    #expect(progress(of: drawn).isEmpty)
  }

  @Test(
    "a text that only looks like a count is not recognised",
    arguments: [
      "2026/11/21", "11/21/26", "21/11/2026", "a/b", "3/usr", "usr/3", "1.2/3", "1/2.", "12.9/35.3",
      "-1/4", "ir-chk=1000/1234", "to-chk=0/7", "1/1", "5/4", "0/0", "/3", "3/", "1//2", "v1/2",
      "1/9223372036854775808", "05/11 boot", "5/11 23:59:01 up", "MB/s",
    ])
  func notCounts(_ line: String) {
    #expect(finding(line)?.completed == nil)
  }

  @Test(
    "prose and logs",
    arguments: [
      "add 1/4 cup\nmix 3/4 cup of flour\n", "1/4 done\n2/5 done\n3/6 done\n",
      "2026/11/21 a\n2026/11/22 b\n2026/11/23 c\n", "GET /v1/3 200\nGET /v1/4 200\n",
      "used 10% of /dev\nfree 20% of /dev\n",
    ])
  func proseAndLogs(_ text: String) {
    #expect(progress(of: text).isEmpty)
  }

  @Test("a step of few that begins isn't done")
  func aStepOfFewThatBeginsIsNotDone() {
    #expect(
      progress(of: (1...4).map { "[\($0)/4] Fetching packages...\n" }.joined())
        == [.count(1, of: 4), .count(2, of: 4), .count(3, of: 4)])
    #expect(progress(of: "\r[2/4]\r[3/4]\r") == [.count(3, of: 4)])
    #expect(progress(of: "[10/12] a\n[11/12] b\n") == [.count(11, of: 12)])
  }

  @Test("of two amounts the one with a unit is meant")
  func ofTwoAmountsTheOneWithAUnitIsMeant() {
    let drawn = (1...3).map { "\rdown \($0 * 10).0/200.0 MiB  peers \($0 * 9)/40" }.joined()
    #expect(progress(of: drawn + "\r").map(\.completed) == [20 << 20, 30 << 20])
  }

  @Test("bracketed totals may grow")
  func bracketedTotalsMayGrow() {
    #expect(
      progress(of: "[1/5] a\n[2/5] b\n[2/8] c\n[6/8] d\n") == [
        .count(2, of: 5), .count(2, of: 8), .count(6, of: 8),
      ])
  }

  @Test("percent wins over count on one line")
  func percentWinsOverCountOnOneLine() {
    #expect(percents(of: "\r 20%| 6/30 [\r 40%| 12/30 [\r") == [40])
    #expect(percents(of: "objects: 1% (31/3003)\robjects: 2% (61/3003)\r") == [2])
  }

  @Test("a fall is the next phase")
  func aFallIsTheNextPhase() {
    let seen = progress(of: "\r50%\r90%\r10%\r20%\r95%\r5%\r6%\r")
    #expect(seen.map(\.wholePercent) == [90, 20, 95, 6])
    #expect(seen.map(\.phase) == [nil, "phase 2", "phase 2", "phase 3"])
  }

  @Test("a dip is no phase")
  func aDipIsNoPhase() {
    #expect(percents(of: "\r50%\r54%\r53%\r54%\r55%\r") == [54, 55])
  }

  @Test("a change of unit is the next phase")
  func aChangeOfUnitIsTheNextPhase() {
    let seen = progress(of: "\r10%\r100%\n[1/9] a\n[2/9] b\n")
    #expect(seen.last == .count(2, of: 9, phase: "phase 2"))
  }

  @Test("two bars in turn make no phases")
  func twoBarsInTurnMakeNoPhases() {
    let text = (0..<40).map { "\r\(50 + $0)% a\u{1B}[1B\r\($0)% b\u{1B}[1A" }.joined()
    #expect(progress(of: text).allSatisfy { $0.phase == nil })
  }

  @Test("lines split at backspaces and cursor moves")
  func linesSplitAtBackspacesAndCursorMoves() {
    #expect(percents(of: "10%\u{8}\u{8}\u{8}20%\u{8}\u{8}\u{8}") == [20])
    #expect(percents(of: "10%\u{1B}[1G20%\u{1B}[2K\u{1B}[1G") == [20])
    #expect(percents(of: "\r\u{1B}[9G10%\u{1B}[9G20%\u{1B}[9G") == [20])
  }

  @Test("colours and erasures are stripped")
  func coloursAndErasuresAreStripped() {
    #expect(
      percents(of: "\r\u{1B}[32m1\u{1B}[1m0%\u{1B}[0m\u{1B}[K\r\u{1B}[31m20\u{1B}[m%\r") == [20])
  }

  @Test("full screen programs aren't read")
  func fullScreenProgramsAreNotRead() {
    #expect(progress(of: "\u{1B}[?1049h\r10%\r20%\r\u{1B}[?1049l").isEmpty)
    #expect(percents(of: "\u{1B}[?1049h\u{1B}[?1049l\r10%\r20%\r") == [20])
  }

  private func finding(_ text: String) -> Finding? {
    var line = TerminalLine()
    Array(text.utf8).withUnsafeBytes { line.append($0) }
    var rules = RuleBook(own: [], command: [])
    return rules.read(line)
  }
}

extension String {
  fileprivate func padding(to length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }
}
