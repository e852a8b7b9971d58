import Testing

@testable import HeadwaySystem

@Suite("A request to a fork server")
struct ForkRequestTests {
  @Test("comes back as it went", arguments: [["x"], ["a", "", "日本語", "-n"]] as [[String]])
  func roundTrip(arguments: [String]) {
    for (details, environment) in [([], []), ([""], ["A=1"]), (["t", ""], ["A=1", "B="])]
      as [([String], [String])]
    {
      let request = ForkRequest(
        arguments: arguments.map { RawText($0) } + [RawText([0xFF, 0x01])],
        details: details.map { RawText($0) }, environment: environment.map { RawText($0) })
      #expect(ForkRequest(request.bytes) == request)
    }
  }

  @Test(
    "is nothing where it isn't whole",
    arguments: [
      "", "\0", "1\0", "2\0a\0", "1\0a", "-1\0a\0", "0\0a\0", "x\0a\0",
      "99999999999999999999\0a\0", "v2\0", "v2\01\0", "v2\01\00\0", "v2\00\01\0a\0",
      "v2\01\01\0a\0", "v2\01\0-1\0a\0", "v2\01\09223372036854775807\0a\0",
      "v2\09223372036854775807\01\0a\0", "v3\01\00\0a\0",
    ])
  func broken(text: String) { #expect(ForkRequest(Array(text.utf8)) == nil) }

  @Test("of a hub from before there were details is understood")
  func older() throws {
    let request = try #require(ForkRequest(Array("2\0headway\0x\0A=1\0B=\0".utf8)))
    #expect(
      request == ForkRequest(arguments: ["headway", "x"], environment: ["A=1", "B="]))
  }

  @Test("is no request to a fork server from before there were details: it ends")
  func toOlder() {
    let request = ForkRequest(arguments: ["x"], details: ["y"], environment: [])
    let first = request.bytes.prefix { $0 != 0 }
    #expect(Int(String(decoding: first, as: UTF8.self)) == nil)
  }
}
