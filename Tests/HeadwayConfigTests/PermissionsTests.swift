import HeadwayConfig
import HeadwayModel
import Testing

@Suite("[permitted]")
struct PermissionsTests {
  @Test("every key of the config is decoded")
  func everyKey() throws {
    let config = try HeadwayConfig.decode(
      """
      [permitted."com.example.export.*"]
      command = ['./export', "--all", 'a [b] #c']  # words
      directory = "~/films"
      title = "Export"
      group = "ml"
      needs = ["gpu=2", "license"]
      priority = -5
      retry = 3
      [permitted."com.example.sync"]
      command = "rsync -a src/ dst/ && date"
      needs = "gpu"
      directory = "/srv"
      [permitted."org.only.listed"]
      """, home: "/home/ada")
    let export = try #require(config.permitted.handler(of: "com.example.export.42"))
    #expect(export.command == .words(["./export", "--all", "a [b] #c"]))
    #expect(export.directory == "/home/ada/films" && export.group == "ml")
    #expect(export.needs == ["gpu": 2, "license": 1] && export.title == "Export")
    #expect(export.priority == -5 && export.retries == 3)
    let sync = try #require(config.permitted.handler(of: "com.example.sync"))
    #expect(sync.command?.words == ["sh", "-c", "rsync -a src/ dst/ && date"])
    #expect(sync.needs == ["gpu": 1] && sync.directory == "/srv")
    #expect(config.permitted.handler(of: "org.only.listed") == TaskHandler())
    #expect(!config.permitted.permit("org.other"))
  }

  @Test(
    "a wrong one is one line with the place",
    arguments: [
      ("[permitted.\"com.*.export\"]", "[permitted.\"com.*.export\"]"),
      ("[permitted.\"\"]", "[permitted.\"\"]"),
      ("[permitted.\"a.b\"]\ncommand = ''", "[permitted.\"a.b\"] command"),
      ("[permitted.\"a.b\"]\ncommand = '  '", "[permitted.\"a.b\"] command"),
      ("[permitted.\"a.b\"]\ncommand = []", "[permitted.\"a.b\"] command"),
      ("[permitted.\"a.b\"]\ncommand = ['']", "[permitted.\"a.b\"] command"),
      ("[permitted.\"a.b\"]\ncommand = 7", "[permitted.\"a.b\"] command"),
      ("[permitted.\"a.b\"]\ncommand = ['a', 7]", "line 2"),
      ("[permitted.\"a.b\"]\ncommand = ['a'", "line 2"),
      ("[permitted.\"a.b\"]\ncommand = [['a']]", "line 2"),
      ("[permitted.\"a.b\"]\ncommand = [\"\\q\"]", "line 2"),
      ("[permitted.\"a.b\"]\ndirectory = 'films'", "[permitted.\"a.b\"] directory"),
      ("[permitted.\"a.b\"]\nneeds = 'gpu=0'", "[permitted.\"a.b\"] needs"),
      ("[permitted.\"a.b\"]\npriority = 5000", "[permitted.\"a.b\"] priority"),
      ("[permitted.\"a.b\"]\nretry = -1", "[permitted.\"a.b\"] retry"),
      ("[permitted.\"a.b\"]\ncolour = 'red'", "colour"),
      ("[permitted.\"a.b\"]\n[permitted.'a.b']", "line 2"),
      ("[permitted]\n\"a.b\" = 'make'", "[permitted.\"a.b\"]"),
      ("permitted = 7", "[permitted]"),
    ])
  func aWrongOneIsOneLineWithThePlace(_ text: String, _ place: String) {
    let error = #expect(throws: ConfigError.self) { try HeadwayConfig.decode(text, home: "/h") }
    let line = error?.description ?? ""
    #expect(line.contains(place) && !line.contains("\n"), "\(line)")
  }
}
