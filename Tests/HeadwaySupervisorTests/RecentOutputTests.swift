import Testing

@testable import HeadwaySupervisor

@Suite("The newest output") struct RecentOutputTests {
  private func read(_ output: RecentOutput, from place: UInt64) -> String {
    var (place, bytes) = (place, [UInt8]())
    while true {
      let part = output.bytes(from: place, limit: 3)
      if part.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      bytes += part
      place += UInt64(part.count)
    }
  }

  private func output(_ pieces: [String]) -> RecentOutput {
    var output = RecentOutput(capacity: 8)
    for piece in pieces { Array(piece.utf8).withUnsafeBytes { output.append($0) } }
    return output
  }

  @Test(
    "what is older gives way, whatever the pieces",
    arguments: [
      (["abc"], "abc"), (["abcdefgh"], "abcdefgh"), (["abcdefgh", "i"], "bcdefghi"),
      (["abcdefghijklmnopqrst"], "mnopqrst"), (["ab", "cdefghijklm", "n"], "ghijklmn"),
      (["", "a", ""], "a"), ([String](repeating: "xyz", count: 100), "yzxyzxyz"),
    ])
  func keepsNewest(pieces: [String], kept: String) {
    let output = output(pieces)
    #expect(read(output, from: output.start) == kept)
    #expect(output.end == UInt64(pieces.joined().utf8.count))
    #expect(output.end - output.start == UInt64(kept.utf8.count))
  }

  @Test("a place that is gone, or is yet to come, has nothing")
  func places() {
    let output = output(["abcdefgh", "ijkl"])
    #expect(output.bytes(from: 3, limit: 9).isEmpty && output.bytes(from: 12, limit: 9).isEmpty)
    #expect(output.bytes(from: .max, limit: 9).isEmpty)
    #expect(read(output, from: 10) == "kl")
  }

  @Test(
    "a replay begins with a whole line, or a whole character; with all where all is there",
    arguments: [
      (["ab\ncd"], "ab\ncd"), (["abcd\nefg\nhij"], "efg\nhij"), (["abcdefg\nhi"], "hi"),
      (["abcdefghijkl"], "efghijkl"),
      (["aa日本語"], "本語"), (["xxxxxxxxxxxxxxx\n"], ""), ([], ""),
    ])
  func beginning(pieces: [String], replayed: String) {
    let output = output(pieces)
    #expect(read(output, from: output.beginning) == replayed)
  }
}
