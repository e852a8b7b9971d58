import HeadwayModel
import Testing

@testable import HeadwayRecognition

@Suite struct SubtitleTests {
  @Test("of a transfer without a length it is the name")
  func ofATransferWithoutALengthItIsTheName() {
    let bar = "film.mkv             [        <=>         ]   4.90M  2.31MB/s               \r"
    let seen = readings(of: [Array("\r\(bar)".utf8)])
    #expect(seen.map(\.subtitle) == ["film.mkv"])
    #expect(seen.map(\.reading) == [ProgressReading()])
  }

  @Test("the last meaningful line")
  func theLastMeaningfulLine() {
    #expect(subtitle(of: "first\nCompiling main.c\n-----\n") == "Compiling main.c")
    #expect(subtitle(of: "\r[###   ]\r 56 8192k\r━━━╸━━━\r") == nil)
    #expect(subtitle(of: "日本\n") == "日本")
    #expect(subtitle(of: "not ended") == nil)
  }

  @Test("words that are put into columns are one line")
  func columns() {
    let line = "\u{1B}[2GUnable\u{1B}[9Gto\u{1B}[12Gfind\u{1B}[17Gä.txt\u{1B}[22G:\u{1B}[24Ggone"
    #expect(subtitle(of: line + "\r\n") == "Unable to find ä.txt: gone")
    #expect(subtitle(of: "one two\u{1B}[5Gthree\n") == "three")
    // Nobody knows in which column the cursor is after it went back.
    #expect(subtitle(of: "one two\u{8}\u{8}\u{1B}[40Gthree\n") == "three")
  }

  @Test("a subtitle is sanitised")
  func itIsSanitised() {
    #expect(subtitle(of: "\u{1B}[31mred\u{1B}[0m\u{202E}text\u{7F}\n") == "redtext")
    #expect(subtitle(of: Array("bad ".utf8) + [0xFF, 0x0A]) == nil)
  }

  @Test("it is given only when it changed")
  func itIsGivenOnlyWhenItChanged() {
    let seen = readings(of: ["one\n", "one\n", "two\n", "--\n"].map { Array($0.utf8) })
    #expect(seen.map(\.subtitle) == ["one", "two"])
    #expect(seen.allSatisfy { $0.reading == ProgressReading() })
  }

  @Test("ffmpeg says what it writes not how")
  func ffmpegSaysWhatItWritesNotHow() {
    let banner = """
      Output #0, mp4, to 'out.mp4':
        Metadata:
          encoder         : Lavf59.27.100
        Stream #0:0: Video: h264 (avc1 / 0x31637661), yuv420p, 320x180
          Side data:
            cpb: bitrate max/min/avg: 0/0/0 buffer size: 0 vbv_delay: N/A

      """
    #expect(subtitle(of: banner) == nil)
    #expect(subtitle(of: "[libx264 @ 0x555e] profile High\n[mov,mp4 @ 0x1f] x\n") == nil)
    #expect(subtitle(of: "out.mp4: Permission denied\n") == "out.mp4: Permission denied")
  }

  @Test("what came before a stretch with a name is over")
  func whatCameBeforeAStretchWithANameIsOver() {
    let bar = "Receiving objects:  5% (1/20), 1.00 MiB | 263.00 KiB/s\r"
    #expect(subtitle(of: "remote: done.\n\(bar)\(bar)") == "263.00 KiB/s")
    #expect(subtitle(of: "\(bar)a hint\n\(bar)\(bar)") == "a hint · 263.00 KiB/s")
  }

  @Test("a rate is of the bar that is shown and known")
  func aRateIsOfTheBarThatIsShownAndKnown() {
    func bar(_ name: String, _ n: Int, _ rate: String) -> String {
      "\r\(name): \(n * 10)%|##  | \(n)/10 [00:01<00:04, \(rate)]"
    }
    #expect(subtitle(of: bar("all", 1, "?it/s") + "\r") == nil)
    let nested =
      bar("all", 1, "2.00s/it") + "\n" + bar("part", 1, "9.00it/s") + "\u{1B}[A"
      + bar("all", 2, "2.10s/it") + "\n" + bar("part", 5, "8.00it/s") + "\u{1B}[A\r"
    #expect(subtitle(of: nested) == "2.10s/it")
  }

  @Test("curl's rate has its unit, and a transfer in which nothing comes has none")
  func curlRates() {
    func meter(_ speed: String) -> String {
      " 40 100M   40 40.0M    0     0  2003k      0  0:00:51  0:00:20  0:00:31 \(speed)\r"
    }
    #expect(subtitle(of: "\(meter("2003k"))\(meter("2003k"))") == "2003kB/s")
    #expect(subtitle(of: "\(meter("0"))\(meter("0"))") == nil)
  }

  @Test("a statistic that isn't known yet is no subtitle")
  func aStatisticThatIsNotKnownYetIsNoSubtitle() {
    let line =
      "frame=   63 fps= 63 q=29.0 size=       0kB time=-00:00:00.03 bitrate=N/A speed=N/A    \r"
    #expect(subtitle(of: "a hint\n\(line)\(line)") == "a hint")
  }

  private func subtitle(of text: String) -> SanitisedText? { subtitle(of: Array(text.utf8)) }

  private func subtitle(of bytes: [UInt8]) -> SanitisedText? {
    readings(of: [bytes]).last?.subtitle
  }
}
