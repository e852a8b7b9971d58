import HeadwayHubCore
import Testing

/// The rule by which a hub makes room for another program.
@Suite struct HubSuccessionTests {
  @Test(
    "the same version and a newer one replace a hub, and an older one doesn't",
    arguments: [
      ("0.1.0", "0.1.0", true), ("0.2", "0.1.9", true), ("1.10.0", "1.9.2", true),
      ("0.1.1", "0.1", true), ("0.1", "0.1.0", true), ("0.0.9", "0.1.0", false),
      ("1.9.2", "1.10.0", false), ("x", "0.1.0", false), ("-1.0", "0.1.0", false),
      ("99999999999999999999", "0.1.0", false),
    ])
  func versions(new: String, own: String, replaces: Bool) {
    #expect(HubSuccession.replaces(new, own: own) == replaces)
  }

  @Test("only a file of the user or of root, which others can't write, takes the hub's place")
  func trust() {
    #expect(HubSuccession.trusts(owner: 0, mode: 0o755, user: 1000))
    #expect(HubSuccession.trusts(owner: 1000, mode: 0o700, user: 1000))
    #expect(!HubSuccession.trusts(owner: 1001, mode: 0o755, user: 1000))
    #expect(!HubSuccession.trusts(owner: 0, mode: 0o775, user: 1000))
    #expect(!HubSuccession.trusts(owner: 1000, mode: 0o757, user: 1000))
  }

  @Test(
    "only the line of headwayd --version has a version",
    arguments: [
      ("headwayd 0.1.0\n", "0.1.0"), ("headwayd 2\nmore\n", "2"), ("headway 0.1.0\n", nil),
      ("headwayd\n", nil), ("headwayd x\n", nil), ("", nil), ("headwayd 1.0 beta\n", nil),
    ] as [(String, String?)])
  func output(text: String, version: String?) {
    #expect(HubSuccession.version(in: text) == version)
  }
}
