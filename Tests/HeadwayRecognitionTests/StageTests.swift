import HeadwayModel
import Testing

@testable import HeadwayRecognition

/// Several bars, stages and phases that make one whole.
@Suite struct StageTests {
  @Test("epochs roll up")
  func epochsRollUp() {
    let seen = progress(of: "Epoch 2/4:  50%|##  | 5/10 [00:01<00:01, 5.00it/s]\r")
    #expect(seen.last?.wholePercent == 37)
  }

  @Test("epochs on lines of their own roll up")
  func epochsOnLinesOfTheirOwnRollUp() {
    let bar = "\r 5/10 [====>.....] - ETA: 2s - loss: 0.2\r"
    #expect(progress(of: "Epoch 1/2\n\(bar)\nEpoch 2/2\n\(bar)").map(\.wholePercent) == [25, 75])
  }

  @Test("epochs without bars count")
  func epochsWithoutBarsCount() {
    let seen = progress(of: (1...5).map { "Epoch \($0)/5\n" }.joined())
    #expect(seen.map(\.wholePercent) == [20, 40, 60, 80])
    let bar = "\r 5/10 [====>.....] - ETA: 2s - loss: 0.2\r"
    let late = progress(of: "Epoch 1/4\nEpoch 2/4\n\(bar)\nEpoch 3/4\n\(bar)\nEpoch 4/4\n\(bar)\n")
    #expect(late.last?.wholePercent == 87, "\(late)")
  }

  @Test("steps are counted in words too")
  func stepsAreCountedInWordsToo() {
    let seen = progress(of: (1...5).map { "Step \($0) of 5: table \($0)\n" }.joined())
    #expect(seen.last?.wholePercent == 80, "\(seen)")
    let told = progress(of: (1...4).map { "Part \($0) of 4 tells how it went\n" }.joined())
    #expect(told.isEmpty)
    #expect(progress(of: "Phase 2 of 3: a trial of drugs\n").allSatisfy { $0.total == nil })
  }

  @Test("percents of how well it learns belong to the epoch")
  func percentsOfHowWellItLearnsBelongToTheEpoch() {
    let lines = (1...3).map {
      "Epoch \($0)/3 - 4s - loss: 0.\(9 - $0) - val_accuracy: 8\($0).5% - f1=7\($0)%\n"
    }
    #expect(progress(of: lines.joined()).map(\.wholePercent) == [33, 66])
    let bars = (1...3).map { "Epoch 1/3: total \($0 * 20)%\r" }.joined()
    #expect(progress(of: "\r\(bars)").allSatisfy { $0.wholePercent ?? 0 >= 20 })
  }

  @Test("steps within epochs roll up")
  func stepsWithinEpochsRollUp() {
    for form in ["Epoch [#/2], Step [*/4], Loss: 0.3", "Epoch #/2 | Batch */4 | Loss 0.3"] {
      let lines = (0..<8).map {
        form.replacing("#", with: "\($0 / 4 + 1)").replacing("*", with: "\($0 % 4 + 1)") + "\n"
      }
      #expect(
        progress(of: lines.joined()).map(\.wholePercent) == [12, 25, 37, 50, 62, 75, 87, 100])
    }
  }

  @Test("bars in a block without carriage returns are drawn over")
  func barsInABlockWithoutCarriageReturnsAreDrawnOver() {
    let frames = (0..<20).map { "\u{1B}[2K\($0 * 2)% a\n\u{1B}[2K\($0 * 5)% b\n\u{1B}[2A" }
    let seen = readings(of: frames.map { Array($0.utf8) }).map(\.reading)
    #expect(seen.last?.total == 0 && seen.count { ($0.total ?? 0) > 0 } <= 2, "\(seen)")
  }

  /// The faster of two commands that run at once doesn't speak for both.
  @Test("counts of different totals in turns are several")
  func countsOfDifferentTotalsInTurnsAreSeveral() {
    for pace in [1, 3] {
      let lines = (1...12).flatMap { step in
        (1...pace).map { "[\((step - 1) * pace + $0)/40] Building a\n" } + ["[\(step)/12] b\n"]
      }
      let seen = readings(of: lines.map { Array($0.utf8) }).map(\.reading)
      #expect(seen.last?.total == 0, "\(seen)")
      #expect(seen.count { ($0.total ?? 0) > 0 } <= pace + 2, "\(seen)")
    }
    let growing = (1...8).map { "[\($0)/\($0 < 5 ? 5 : 8)] Compiling\n" }
    #expect(progress(of: growing.joined()).last?.total == 8)
    let inTurn = [3, 5].flatMap { total in (1...total).map { "[\($0)/\(total)] Building\n" } }
    #expect(progress(of: inTurn.joined()).contains { $0.total == 5 })
  }

  @Test("steps with percents roll up")
  func stepsWithPercentsRollUp() {
    let steps = (1...3).flatMap { step in
      ["Step \(step)/3: build\n"] + (0...4).map { "\r\($0 * 25)%" } + ["\n"]
    }
    let seen = readings(of: steps.map { Array($0.utf8) }).map(\.reading)
    let percents = seen.compactMap(\.wholePercent)
    #expect(percents.last == 100 && percents.contains(50) && percents == percents.sorted())
    #expect(seen.allSatisfy { $0.phase == nil })
  }

  @Test("what pip installs has no percent without a bar")
  func whatPipInstallsHasNoPercentWithoutABar() {
    let bar = "     ━━━━━━━━ 348.2/348.2 kB 465.8 MB/s eta 0:00:00\r\n"
    let pieces = [
      "  Downloading tzdata-1.whl (348 kB)\n\(bar)", "Installing collected packages: tzdata, six\n",
    ]
    let seen = readings(of: pieces.map { Array($0.utf8) })
    #expect(seen.map(\.reading.phase) == ["tzdata-1.whl", "Installing"])
    #expect(seen.first?.reading.completed != nil && seen.last?.reading.completed == nil)
    #expect(seen.last?.subtitle == "tzdata, six")
  }

  @Test("files of one transfer roll up once their number is known")
  func filesOfOneTransferRollUpOnceTheirNumberIsKnown() {
    let first = "  1,024  50%    1.00kB/s    0:00:01\r"
    let end = "  2,048 100%    2.00kB/s    0:00:01 (xfr#1, to-chk=3/4)\r\n"
    let seen = progress(of: "\r\(first)\(end)\r\(first)")
    #expect(seen.map(\.wholePercent) == [50, 25, 37])
    #expect(seen.map(\.phase) == [nil, "phase 2", "phase 2"])
  }

  @Test("stretches have the names that the tool gives")
  func stretchesHaveTheNamesThatTheToolGives() {
    let seen = progress(
      of: "Receiving objects: 100% (9/9), done.\r\nResolving deltas:  50% (1/2)\r"
        + "Resolving deltas: 100% (2/2), done.\r\nResolving deltas:  25% (1/4)\r")
    #expect(
      seen.map(\.phase) == [
        "Receiving objects", "Resolving deltas", "Resolving deltas", "Resolving deltas · 3",
      ])
  }

  @Test("a small fall of a tool is held")
  func aSmallFallOfAToolIsHeld() {
    let seen = progress(
      of: "[ 60%] Building a\n[ 55%] Built b\n[ 70%] Building c\n[  5%] Building d\n")
    #expect(seen.map(\.wholePercent) == [60, 70, 5])
    #expect(seen.map(\.phase) == [nil, nil, "phase 2"])
  }

  @Test("of bars in parallel none speaks for the whole")
  func ofBarsInParallelNoneSpeaksForTheWhole() {
    func frame(_ a: Int, _ b: Int) -> String {
      "\rone ━━━  \(a)% 0:00:01\r\ntwo ━━━  \(b)% 0:00:01\u{1B}[1A"
    }
    let seen = progress(of: frame(10, 20) + frame(30, 40) + frame(50, 90))
    #expect(seen.last?.total == 0)
    #expect(
      progress(of: frame(10, 20) + frame(100, 90) + frame(100, 100) + frame(100, 100)).last?.total
        == 0)
  }

  @Test("of bars without names the faster doesn't speak for the slower")
  func ofBarsWithoutNamesTheFasterDoesNotSpeakForTheSlower() {
    let frames = (0..<20).map { "\r\($0 * 2)% \u{1B}[K\n\r\($0 * 5)% \u{1B}[K\n\u{1B}[2A" }
    let seen = readings(of: frames.map { Array($0.utf8) }).map(\.reading)
    #expect(seen.last?.total == 0 && seen.count { ($0.total ?? 0) > 0 } <= 2, "\(seen)")
  }

  @Test("a bar that stands still beside another belongs to it")
  func aBarThatStandsStillBesideAnotherBelongsToIt() {
    let frames = (1...20).map {
      "\u{1B}[2A\r\u{1B}[KA [##   ] 10%\n\r\u{1B}[KB [#   ] \($0 * 4)%\n"
    }
    let seen = readings(of: frames.map { Array($0.utf8) }).map(\.reading)
    #expect(seen.last?.total == 0 && seen.count { ($0.total ?? 0) > 0 } <= 3, "\(seen)")
  }

  @Test("rows of the screen tell bars apart")
  func rowsOfTheScreenTellBarsApart() {
    func bar(_ name: String, _ row: Int, _ percent: Int) -> String {
      "\u{1B}[\(row);1H \(name): 9MiB 0:00:01 [11.0MiB/s] [==>     ] \(percent)% ETA 0:00:07"
    }
    let frames = (1...9).map { bar("y", 1, $0 * 5) + bar("x", 2, $0 * 11) }
    let seen = readings(of: frames.map { Array($0.utf8) }).map(\.reading)
    #expect(seen.last?.total == 0 && seen.count { ($0.total ?? 0) > 0 } <= 2, "\(seen)")
  }

  @Test("of bars with names none speaks for the whole once the first is done")
  func ofBarsWithNamesNoneSpeaksForTheWholeOnceTheFirstIsDone() {
    let frames = (0...25).map { step in
      [5, 3, 4].enumerated().map { index, speed in
        let percent = min(100, step * speed)
        return "\r\("ABC".dropFirst(index).prefix(1)): \(percent)%|##| \(percent)/100 "
          + "[00:01<00:03, 9.00it/s]\n"
      }.joined() + "\u{1B}[3A"
    }
    let seen = readings(of: frames.map { Array($0.utf8) }).map(\.reading)
    #expect(seen.dropFirst(2).allSatisfy { $0.total ?? 0 == 0 }, "\(seen)")
    let plain = (0...25).map { "\rA \(min(100, $0 * 5))%\n\rB \($0 * 3)%\n\u{1B}[2A" }
    let others = readings(of: plain.map { Array($0.utf8) }).map(\.reading)
    #expect(
      others.dropFirst(2).allSatisfy { $0.total ?? 0 == 0 },
      "\(others.map(\.completed))\(others.map(\.total))")
  }

  @Test("bars that follow each other aren't side by side")
  func barsThatFollowEachOtherAreNotSideBySide() {
    let bars = (0..<3).flatMap { _ in (0...4).map { "\r\($0 * 25)% " } + ["\n"] }
    let seen = readings(of: bars.map { Array($0.utf8) }).map(\.reading)
    #expect(seen.allSatisfy { $0.total != 0 })
  }

  @Test("a bar below that begins again is a part")
  func aBarBelowThatBeginsAgainIsAPart() {
    func outer(_ n: Int) -> String { "\rall: \(n * 25)%|##| \(n)/4 [00:01<00:03, 1.00s/it]" }
    func inner(_ n: Int) -> String { "\n\r\(n * 10)%|##| \(n)/10 [00:01<00:03, 1.00s/it]\u{1B}[A" }
    let seen = progress(of: outer(0) + inner(5) + inner(9) + outer(1) + inner(1) + outer(2) + "\r")
    #expect(seen.last?.completed == 2)
    #expect(seen.last?.total == 4)
    #expect(seen.allSatisfy { $0.phase == "all" })
  }

  @Test("an unknown extent is a phase without a percent")
  func anUnknownExtentIsAPhaseWithoutAPercent() {
    let known = " 56 8192k   56 4608k    0     0  3814k      0  0:00:02  0:00:01  0:00:01 3811k\r"
    let unknown = "  0     0    0  260k    0     0   512k      0 --:--:-- --:--:-- --:--:--  512k\r"
    let seen = progress(of: known + unknown)
    #expect(seen.last?.completed == nil && seen.last?.phase == "phase 2")
  }

  @Test(
    "what is used or numbered is no progress",
    arguments: ["cpu 4%\ncpu 7%\ncpu 9%\ncpu 12%\n", "ok 1 - 1/9\nok 2 - 2/9\nok 3 - 3/9\n"])
  func whatIsUsedOrNumberedIsNoProgress(_ text: String) {
    #expect(progress(of: text).isEmpty)
  }

  @Test("several transfers roll up where the command line says how many")
  func severalTransfersRollUpWhereTheCommandLineSaysHowMany() {
    func seen(_ command: String) -> [RecognisedReading] {
      let bars = ["#### 40.0%\r", "######## 100.0%\r\n", "## 20.0%\r", "######## 100.0%\r\n"]
      return readings(of: bars.map { Array($0.utf8) }, command: command)
    }
    let rolledUp = seen("curl -# -o a http://b/a -o c http://b/c")
    #expect(rolledUp.map(\.reading.wholePercent) == [20, 50, 60, 100])
    #expect(rolledUp.allSatisfy { !$0.isPart && $0.reading.phase == nil })
    let one = seen("curl -# http://b:$port/a")
    #expect(one.first?.reading.wholePercent == 40 && one.first?.isPart == false)
    for command in [
      "curl -# http://b/[1-2]", "curl -L# http://b/a http://b/c", "curl -Z u://a u://b",
    ] {
      #expect(seen(command).allSatisfy { $0.isPart && $0.ofWhole.completed == nil }, "\(command)")
    }
  }

  @Test("an answer that leads elsewhere is no transfer")
  func anAnswerThatLeadsElsewhereIsNoTransfer() {
    let bars = ["######## 100.0%\r", "## 20.0%\r", "######## 100.0%\r\n"]
    let seen = readings(of: bars.map { Array($0.utf8) }, command: "curl -L# http://b/a")
    #expect(seen.map(\.reading.wholePercent) == [20, 100])
    #expect(seen.allSatisfy { !$0.isPart })
  }

  @Test("what begins again wasn't the whole")
  func whatBeginsAgainWasNotTheWhole() {
    let seen = readings(of: ["\r10%\r100%\r", "\r5%\r9%\r"].map { Array($0.utf8) })
    #expect(seen.map(\.isPart) == [false, true])
    #expect(seen.map(\.ofWhole.wholePercent) == [100, nil])
    #expect(seen.map(\.subtitle) == [nil, "9%"])
    var progress = TaskProgress()
    for reading in seen { _ = progress.apply(reading.ofWhole) }
    #expect(progress.fraction == nil && progress.completed == nil)
  }

  @Test("a stretch with a name speaks for itself")
  func aStretchWithANameSpeaksForItself() {
    let lines = [
      "remote: Counting objects: 100% (2/2)\r", "Receiving objects:  25% (1/4)\r",
      "Receiving objects: 100% (4/4)\r", "Resolving deltas:  50% (1/2)\r",
    ]
    let seen = readings(of: lines.map { Array($0.utf8) })
    #expect(seen.map(\.isPart) == [true, false, false, false])
    #expect(seen.map(\.ofWhole.completed) == [nil, 1, 4, 1])
    #expect(
      seen.map(\.ofWhole.phase) == [
        "in several parts", "Receiving objects", "Receiving objects", "Resolving deltas",
      ])
    #expect(seen.map(\.subtitle) == ["Counting objects 100%", "", nil, nil])
  }
}
