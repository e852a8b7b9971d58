import Testing

@testable import HeadwaySystem

@Suite("What a fork server is asked")
struct ForkRequestTests {
  @Test("comes back as it went", arguments: [["x"], ["a", "", "日本語", "-n"]] as [[String]])
  func roundTrip(arguments: [String]) {
    for environment in [[], ["A=1", "B="]] as [[String]] {
      let request = ForkRequest(
        arguments: arguments.map { RawText($0) } + [RawText([0xFF, 0x01])],
        environment: environment.map { RawText($0) })
      #expect(ForkRequest(request.bytes) == request)
    }
  }

  @Test(
    "is nothing where it isn't whole",
    arguments: [
      [], [0], Array("1\0".utf8), Array("2\0a\0".utf8), Array("1\0a".utf8), Array("-1\0a\0".utf8),
      Array("0\0a\0".utf8), Array("x\0a\0".utf8), Array("99999999999999999999\0a\0".utf8),
    ] as [[UInt8]])
  func broken(bytes: [UInt8]) { #expect(ForkRequest(bytes) == nil) }
}
