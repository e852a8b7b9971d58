import HeadwayModel
import Testing

@testable import HeadwayConfig

@Suite("Other machines in the config") struct HostsTests {
  @Test("names and sections are read, in the order of the list")
  func read() throws {
    let config = try HeadwayConfig.decode(
      """
      [hosts]
      watch = ["build2", "build1"]
      tell = true
      [host.gpu2]
      ssh = "ada@gpu2.example.org"
      command = "/opt/headway/bin/headway"
      [host."a.b"]
      command = "~/bin/headway"
      """)
    #expect(config.watchedHosts.map(\.name) == ["build2", "build1"])
    #expect(config.tellsOfHosts && !HeadwayConfig().tellsOfHosts)
    let gpu = try #require(HostName("gpu2"))
    #expect(config.host(gpu).destination.name == "ada@gpu2.example.org")
    #expect(config.host(gpu).program == "/opt/headway/bin/headway")
    let dotted = try #require(HostName("a.b"))
    #expect(config.host(dotted).destination == dotted)
    let unknown = try #require(HostName("x"))
    #expect(config.host(unknown) == Host(unknown))
  }

  @Test(
    "what isn't understood is refused with its place",
    arguments: [
      "[hosts]\nwatch = \"build1\"", "[hosts]\nwatch = [\"-x\"]", "[hosts]\nwatch = [1]",
      "[hosts]\nwatch = [\"a\", \"a\"]", "[hosts]\nsee = [\"a\"]", "hosts = 1",
      "[hosts]\ntell = 1", "[hosts]\ntell = [\"a\"]",
      "[host.a]", "[host.a]\nssh = \"-x\"", "[host.a]\nssh = 1", "[host.a]\ncommand = \"headway\"",
      "[host.a]\ncommand = \"/a; rm\"", "[host.a]\nport = 22", "[host.\"a b\"]\nssh = \"x\"",
      "host = 1",
    ])
  func refused(text: String) {
    let error = #expect(throws: ConfigError.self) { try HeadwayConfig.decode(text) }
    #expect(error.map { "\($0)".contains("\n") } == false)
  }
}
