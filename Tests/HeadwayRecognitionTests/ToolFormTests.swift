import HeadwayCore
import Testing

@testable import HeadwayRecognition

/// Forms of tools of which there is no recording: what they print by their documentation.
@Suite struct ToolFormTests {
  @Test func docker() {
    let seen = progress(of: "[+] Building 9.5s (4/9)\n[+] Building 19.5s (9/9) FINISHED\n")
    #expect(seen == [.count(4, of: 9), .count(9, of: 9)])
  }

  @Test func gradle() {
    let seen = progress(of: "\r<====---------> 30% EXECUTING [2s]\r")
    #expect(seen.map(\.wholePercent) == [30])
    #expect(seen.map(\.phase) == ["EXECUTING"])
  }

  /// It says for how long, never how far.
  @Test func terraform() {
    let line = "terraform_data.a[0]: Still creating... ["
    #expect(progress(of: "\(line)10s elapsed]\n\(line)20s elapsed]\n\(line)30s elapsed]\n").isEmpty)
  }
}
