import HeadwayModel
import Testing

@testable import HeadwayRecognition

/// Forms of tools of which there is no recording: what they print by their documentation.
@Suite struct ToolFormTests {
  @Test("docker's layers add up to one progress")
  func docker() {
    let seen = progress(of: "[+] Building 9.5s (4/9)\n[+] Building 19.5s (9/9) FINISHED\n")
    #expect(seen == [.count(4, of: 9), .count(9, of: 9)])
  }

  @Test("gradle's bar is read as percent")
  func gradle() {
    let seen = progress(of: "\r<====---------> 30% EXECUTING [2s]\r")
    #expect(seen.map(\.wholePercent) == [30])
    #expect(seen.map(\.phase) == ["EXECUTING"])
  }

  @Test("podman names what begins")
  func podmanNamesWhatBegins() {
    let lines = (1...4).map { "STEP \($0)/4: RUN thing\n--> 9a8b7c6d\n" }
    #expect(percents(of: lines.joined()) == [25, 50, 75])
    let sent = (1...4).map { "Sending sparse 'system' \($0)/4 (262140 KB)\nOKAY [  2.0s]\n" }
    #expect(progress(of: sent.joined()).map(\.completed) == [2, 3])
  }

  /// Whether a part of the work is all that is said.
  private func isPart(_ lines: [String], command: String = "") throws -> Bool {
    let seen = readings(of: lines.map { Array($0.utf8) }, command: command)
    return try #require(seen.last { $0.reading.completed != nil }).isPart
  }

  @Test("several that follow are parts")
  func severalThatFollowAreParts() throws {
    let aria = ["\r[#2089b0 5MiB/10MiB(50%) CN:1 DL:5.0MiB ETA:1s]\r"]
    let notice = "11/23 10:00:01 [NOTICE] Downloading 2 item(s)\n"
    #expect(try !isPart(aria) && isPart([notice] + aria))
    let both = "\r[DL:4.7MiB][#e1 9.5MiB/25MiB(3*%)][#c1 9.5MiB/60MiB(1*%)]"
    #expect(progress(of: (1...9).map { both.replacing("*", with: "\($0)") }.joined()).isEmpty)
    let video = ["[download]  50.0% of 10.00MiB at 5.00MiB/s ETA 00:01\r"]
    let formats = "[info] abc: Downloading 1 format(s): 137+140\n"
    #expect(try !isPart(video) && isPart([formats] + video))
    #expect(try isPart(["Testing with pattern 0xaa:  37.20% done, 0:02 elapsed. (0/0/0 errors)\r"]))
    #expect(try isPart(["Writing | #####      | 50% 0.50s\r"]))
  }

  @Test("only a single file is the whole of a copy")
  func onlyASingleFileIsTheWholeOfACopy() throws {
    let line = ["\rbig.iso      27% 8192KB   2.4MB/s   00:09 ETA\r"]
    for command in ["scp big.iso h:", "scp -l 20000 -P 22 big.iso h:/d"] {
      #expect(try !isPart(line, command: command), "\(command)")
    }
    for command in ["scp a b h:", "scp -r d h:", "scp *.iso h:", "sftp h"] {
      #expect(try isPart(line, command: command), "\(command)")
    }
  }

  /// It says for how long, never how far.
  @Test("terraform's plan is counted by its resources")
  func terraform() {
    let line = "terraform_data.a[0]: Still creating... ["
    #expect(progress(of: "\(line)10s elapsed]\n\(line)20s elapsed]\n\(line)30s elapsed]\n").isEmpty)
  }
}
