import Testing

@testable import HeadwayWire

@Suite("Changes of a payload")
struct PayloadPatchTests {
  private static let payload = LaunchPayload(
    command: [Array("make".utf8)],
    environment: ["A=1", "B=2", "AB=3"].map { Array($0.utf8) },
    directory: Array("/tmp".utf8), umask: 0o22)

  private static func patch(_ variables: [String]) -> PayloadPatch {
    var patch = PayloadPatch()
    patch.variables = variables.map { Array($0.utf8) }
    return patch
  }

  @Test("variables are set in their place, added at the end and removed; the rest stays")
  func variables() throws {
    let patched = try #require(
      Self.patch(["A=9", "AB", "NEW=a=b", "MISSING"]).applied(to: Self.payload))
    #expect(
      patched.environment.map { String(decoding: $0, as: UTF8.self) } == ["A=9", "B=2", "NEW=a=b"])
    #expect(patched.command == Self.payload.command && patched.umask == 0o22)
  }

  @Test("a directory and a command are replaced")
  func command() throws {
    var patch = PayloadPatch()
    patch.directory = Array("/usr".utf8)
    patch.command = [Array("ls".utf8), [0xFF]]
    let patched = try #require(patch.applied(to: Self.payload))
    #expect(patched.directory == patch.directory && patched.command == patch.command)
    #expect(patched.environment == Self.payload.environment)
    #expect(PayloadPatch(patch.bytes) == patch)
  }

  @Test("a payload that would be too long is none")
  func limit() {
    var payload = Self.payload
    payload.environment = [Array("BIG=".utf8) + [UInt8](repeating: 0x61, count: 2 << 20)]
    #expect(Self.patch(["A=1"]).applied(to: payload) == nil)
    #expect(Self.patch(["BIG"]).applied(to: payload) != nil)
  }

  @Test(
    "bytes that are no patch are refused",
    arguments: [[], [0], Array("x\0000\0".utf8), [0, 0x39, 0], Array("rel".utf8) + [0, 0x30, 0]]
      as [[UInt8]])
  func malformed(bytes: [UInt8]) {
    #expect(PayloadPatch(bytes) == nil)
  }
}
