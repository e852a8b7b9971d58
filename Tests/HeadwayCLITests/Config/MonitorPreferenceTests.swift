import HeadwayConfig
import HeadwayMonitor
import Testing

@testable import headway

@Suite("Looks and keys in the config file") struct MonitorPreferenceTests {
  @Test(
    "a wrong look or key is an error of the config file, with its code and its place",
    arguments: [
      ("[style]\nattention = 'bold pink'\n", ConfigError.Code.wrongValue, ["style", "attention"]),
      ("[style]\npink = 'bold'\n", .unknownKey, ["style", "pink"]),
      ("[keys]\ncancel = 'd'\nstop = ['n', 'd']\n", .wrongValue, ["keys", "stop"]),
    ])
  func faults(text: String, code: ConfigError.Code, names: [String]) throws {
    let config = try HeadwayConfig.decode(text)
    let error = #expect(throws: ConfigError.self) { try config.monitorPreferences() }
    #expect(error?.code == code)
    #expect(names.allSatisfy { error?.message.contains($0) == true })
  }

  @Test("each theme that the config can name is a theme of its own")
  func themes() {
    #expect(Set(ThemeName.allCases.map(\.theme)).count == ThemeName.allCases.count)
  }
}
