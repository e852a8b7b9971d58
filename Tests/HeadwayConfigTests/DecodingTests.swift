import HeadwayConfig
import HeadwayModel
import SeededRandomness
import Testing

@Suite struct DecodingTests {
  @Test("nothing said is the defaults")
  func nothingSaidIsTheDefaults() throws {
    let config = try HeadwayConfig.decode("# nothing\n[hub]\n")
    #expect(config == HeadwayConfig())
    #expect(config.hub.exitAfter == .seconds(600))
    #expect(config.stall.silentAfter == .seconds(30))
    #expect(config.stall.advancingAfter == .seconds(120))
    #expect(config.stall.countdown == .seconds(30))
    #expect(config.memory.policy == .ask)
    #expect(config.run.grace == .seconds(5))
    #expect(config.run.logByteLimit == 8_388_608)
    #expect(config.run.terminalProgress)
    #expect(config.monitor.keepEnded == .seconds(900))
    #expect(config.record.retention.isEmpty)
  }

  @Test(
    "a byte-order mark and line ends of other editors are accepted",
    arguments: ["\u{FEFF}[hub]\r\nexit-after = '1m'\r\n", " [ hub ] # [=\n exit-after = '1m'"])
  func otherEditors(_ text: String) throws {
    #expect(try HeadwayConfig.decode(text).hub.exitAfter == .seconds(60))
  }

  @Test("every key of the config is decoded")
  func everyKey() throws {
    let config = try HeadwayConfig.decode(
      """
      stall = { silent-after = "1m", advancing-after = "1h30m", countdown = "10" }
      [hub]
      exit-after = "1d"
      [memory]
      policy = "end"
      [run]
      grace = "250ms"
      log-limit = "512KiB"
      terminal-progress = false
      notify-socket = true
      [attach]
      detach-key = 'Ctrl-A q'
      [fleet]
      broker = "mqtts://broker:8884"
      user = "ada"
      password-file = "/home/ada/.mqtt"
      accept-cancel = true
      [metrics]
      textfile = "/var/lib/node/headway.prom"
      [slurm]
      folder = "/shared/headway"
      program = "/shared/bin/headway"
      look = "1m"
      [background]
      nice = 0
      raise-selected = false
      [tmux]
      attention-style = "fg=#ff8800,bold"
      pane = true
      push = true
      [monitor]
      keep-ended = "0s"
      theme = "dark"
      mouse = false
      terminal-progress = false
      [style]
      attention = "bold #ffaf00"
      [keys]
      cancel = "d"
      quit = ["Q", "Ctrl-X"]
      [tell]
      on-finish = 'echo done'
      desktop = true
      terminal = true
      terminal-form = "osc777"
      after = "1m"
      quiet = "22:00-07:00"
      [record]
      keep = "90d"
      keep-tasks = 10000
      keep-logs = "2GiB"
      """)
    #expect(config.hub.exitAfter == .seconds(86_400))
    #expect(config.stall.silentAfter == .seconds(60))
    #expect(config.stall.advancingAfter == .seconds(5400))
    #expect(config.stall.countdown == .seconds(10))
    #expect(config.memory.policy == .end)
    #expect(config.run.grace == .milliseconds(250))
    #expect(config.run.logByteLimit == 524_288)
    #expect(!config.run.terminalProgress && config.run.notifySocket)
    #expect(config.attach.detachKeys.description == "Ctrl-A q")
    #expect(config.slurm.folder == "/shared/headway" && config.slurm.look == .seconds(60))
    #expect(config.fleet.broker == BrokerURL("mqtts://broker:8884") && config.fleet.user == "ada")
    #expect(config.fleet.acceptsCancel && !config.fleet.acceptsPause)
    #expect(config.metricsFile == "/var/lib/node/headway.prom")
    #expect(config.slurm.program == "/shared/bin/headway")
    #expect(config.background.niceness == 0 && !config.background.raisesSelected)
    #expect(config.tmux.attentionStyle == "fg=#ff8800,bold" && config.tmux.pane && config.tmux.push)
    #expect(config.monitor.theme == .dark && !config.monitor.mouse)
    #expect(config.styles == ["attention": "bold #ffaf00"])
    #expect(config.keys == ["cancel": ["d"], "quit": ["Q", "Ctrl-X"]])
    #expect(config.monitor.keepEnded == .zero && !config.monitor.terminalProgress)
    #expect(config.tell.onFinish == "echo done" && config.tell.onStall == nil)
    #expect(config.tell.desktop == true && config.tell.tmux == nil)
    #expect(config.tell.terminal == true && config.tell.terminalForm == .osc777)
    #expect(config.tell.after == .seconds(60) && config.tell.quiet == QuietHours("22:00-07:00"))
    #expect(config.record.retention.time == .seconds(90 * 86_400))
    #expect(config.record.retention.taskCount == 10_000)
    #expect(config.record.retention.logBytes == 2 << 30)
  }

  @Test(
    "a byte count is written with a unit or without one",
    arguments: [
      ("0", 0), ("10", 10), ("1B", 1), ("2kB", 2000), ("3MB", 3_000_000), ("1GiB", 1 << 30),
    ])
  func byteCounts(_ text: String, _ count: Int) throws {
    #expect(try HeadwayConfig.decode("run.log-limit = \"\(text)\"").run.logByteLimit == count)
  }

  @Test(
    "a wrong value is refused with its place and an example",
    arguments: [
      "run.log-limit = \"\"", "run.log-limit = \"8 MiB\"", "run.log-limit = \"-1\"",
      "run.log-limit = \"9223372036854775807KiB\"", "run.log-limit = \"8mib\"",
      "run.log-limit = 8", "run.terminal-progress = \"true\"", "run.terminal-progress = 1",
      "run.grace = true", "run.grace = 5", "run.grace = \"soon\"", "run.grace = \"-5s\"", "run = 5",
      "slurm.look = '9s'", "slurm.folder = 'jobs'", "slurm.program = 'headway'", "slurm.look = 30",
      "metrics.textfile = 'headway.prom'", "metrics.textfile = true", "fleet.broker = 'broker'",
      "fleet.broker = 'http://b'", "fleet.user = 'a/b'", "fleet.accept-cancel = 1",
      "desktop.copies = 'no'",
      "attach.detach-key = 'd'", "attach.detach-key = 'Ctrl-M d'", "attach.detach-key = 1",
      "attach.detach-key = true", "tell.on-finish = ' '", "tell.desktop = 'yes'",
      "tell.quiet = '22:00'", "tell.after = 30", "memory.policy = 'kill'", "memory.policy = true",
    ])
  func wrongValues(_ text: String) {
    let error = #expect(throws: ConfigError.self) { try HeadwayConfig.decode(text) }
    #expect(error?.code == .wrongValue)
    #expect(error?.message.contains("write") == true)
  }

  @Test("each rule of recognition is decoded")
  func rulesOfRecognition() throws {
    let config = try HeadwayConfig.decode(
      """
      [recognise.sheep]
      match = '^sheep [(](?<completed>\\d+) of (?<total>\\d+)[)] #'  # counted
      [recognise.cows]
      match = "cows (?<percent>.*)%"
      """)
    #expect(config.recognise.map(\.name) == ["cows", "sheep"])
    #expect(config.recognise.last?.match == #"^sheep [(](?<completed>\d+) of (?<total>\d+)[)] #"#)
  }

  /// Of what stands in quotes a bracket is a character like any other.
  @Test(
    "brackets in quotes",
    arguments: [
      (#"tell.on-finish = "if [ -n 1 ]; then echo; fi""#, "if [ -n 1 ]; then echo; fi"),
      (#"tell.on-finish = "a[b"  # [no"#, "a[b"), (#"tell.on-finish = "[\\d\"[]""#, #"[\d"[]"#),
      (#"tell.on-finish = "\\" # ["#, #"\"#), ("tell.on-finish = 'a[\"b'", "a[\"b"),
    ])
  func bracketsInQuotes(_ text: String, _ command: String) throws {
    #expect(try HeadwayConfig.decode(text).tell.onFinish == command)
  }

  /// Texts in three quotes may have several lines.
  @Test(
    "brackets in texts of several lines",
    arguments: [
      ("'''\necho a; [ -f b ] && echo c\n'''", "echo a; [ -f b ] && echo c\n"),
      ("'''[ -f b ] && echo a'''  # [no", "[ -f b ] && echo a"),
      ("'''\r\n  a = [\r\n# x]\r\n'''\r\n", "  a = [\n# x]\n"),
      (
        #"""
        """a \"""[b] \\"""
        """#, #"a """[b] \"#
      ),
      ("'''a[''''", "a['"), ("'''\n= '' [\n'''\n[hub]", "= '' [\n"),
    ])
  func longTexts(_ text: String, _ command: String) throws {
    let config = try HeadwayConfig.decode("tell.on-finish = " + text)
    let found = config.tell.onFinish.map { Array($0.utf8.filter { $0 != 0x0D }) }
    #expect(found == Array(command.utf8))
  }

  @Test(
    "behind a text of several lines the guard counts lines, and looks at the next one",
    arguments: [
      ("tell.on-finish = '''\na [\n'''\nx = [[1]]", 4), ("x = '''\na [\n''' [b", 2),
      ("tell.on-finish = '''\n[\n\u{1}\n'''", 3), ("tell.on-finish = '''\na [", 2),
      ("tell.on-finish = '''a'''''' + [b", 1), ("[a[b = '''\n'''", 1),
      (#"x = """\"""[b"#, 1),
    ])
  func longTextsThatAreWrong(_ text: String, _ line: Int) {
    let error = #expect(throws: ConfigError.self) { try HeadwayConfig.decode(text) }
    #expect(error?.code == .syntax)
    #expect(error?.description.hasPrefix("line \(line), ") == true, "\(String(describing: error))")
  }

  @Test(
    "quotes that don't close",
    arguments: [
      #"tell.on-finish = "a[b"#, #"tell.on-finish = "a\"["#, #"tell.on-finish = "a" [b"#,
      #"tell.on-finish = "a[b" c"#, #"tell.on-finish = """a[b"#, "tell.on-finish = 'a[b\"",
    ])
  func quotesThatDontClose(_ text: String) {
    let error = #expect(throws: ConfigError.self) { try HeadwayConfig.decode(text) }
    #expect(error?.code == .syntax)
  }

  @Test(
    "a rule that is no table with a match is refused",
    arguments: [
      "recognise = 1", "[recognise]\nsheep = 'x'", "[recognise.sheep]\nmatch = 1",
      "[recognise.sheep]\nmatsch = 'x'", "[recognise.sheep]",
    ])
  func wrongRules(_ text: String) {
    let error = #expect(throws: ConfigError.self) { try HeadwayConfig.decode(text) }
    #expect(error?.code == .wrongValue)
  }

  @Test(
    "a style is nothing else",
    arguments: ["", "fg=red]#(id)", "#{pane_id}", "#(id)", "fg=#12345", "bold\u{7}", "a;b"])
  func aStyleIsNothingElse(_ style: String) {
    let error = #expect(throws: ConfigError.self) {
      try HeadwayConfig.decode("tmux.attention-style = '\(style)'")
    }
    #expect(error?.code == .wrongValue || style.contains("\u{7}"))
  }

  @Test("unknown keys are named")
  func unknownKeysAreNamed() {
    let key = #expect(throws: ConfigError.self) {
      try HeadwayConfig.decode("[hub]\nexit-atfer = \"1m\"")
    }
    #expect(
      key?.description
        == "line 2, column 1: unknown key \"exit-atfer\" in [hub]; use one of exit-after")
    let section = #expect(throws: ConfigError.self) { try HeadwayConfig.decode("[hud]\n") }
    #expect(
      section?.description == "line 1, column 2: unknown section or key \"hud\"; use one of"
        + " [hub], [queue], [stall], [memory], [run], [attach], [background], [tmux], [monitor], [tell], [record],"
        + " [slurm], [metrics], [fleet], [desktop], [style], [keys], [resources], [hosts], [group.NAME], [host.NAME], [permitted.NAME], [recognise.NAME]"
    )
  }

  @Test(
    "a style or key that has the wrong form is refused with its place",
    arguments: [
      ("[style]\nattention = 7\n", "line 2, column 1: [style] attention isn't understood"),
      ("style = 3\n", "[style] isn't understood"),
      ("[keys]\ncancel = 7\n", "line 2, column 1: [keys] cancel isn't understood"),
      ("[keys]\ncancel = []\n", "line 2, column 1: [keys] cancel isn't understood"),
      ("[monitor]\ntheme = 'pink'\n", "line 2, column 1: [monitor] theme isn't understood"),
    ])
  func monitorLooks(_ text: String, _ message: String) {
    let error = #expect(throws: ConfigError.self) { try HeadwayConfig.decode(text) }
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
  }

  @Test(
    "a value of the wrong type is named with its line and column",
    arguments: [
      ("[hub]\n\n  exit-after = 10", 3, 3), ("hub.exit-after = 1", 1, 1),
      ("[queue]\nslots = 2\n[stall]\n'countdown' = 5\n", 4, 1),
      ("# [queue]\nqueue = { slots = 'two' }", 2, 1), ("run = 5", 1, 1),
      ("[resources]\ngpu = 0", 2, 1), ("[group.\"m.l\"]\nslots = 'two'", 2, 1),
      ("[recognise.sheep]\nmatch = 5", 1, 2), ("\u{FEFF}[ tell ]\r\n\tquiet = 22\r\n", 2, 2),
      ("[group.ml]\nslots = 1\nslot = 2", 3, 1), ("[group.ml]\nslot = 2", 2, 1),
      ("[permitted.\"a.b\"]\ncommand = 'x'\n[permitted.\"a.*\"]\nneeds = 1", 4, 1),
    ])
  func wrongValuesSayWhere(_ text: String, _ line: Int, _ column: Int) {
    let error = #expect(throws: ConfigError.self) { try HeadwayConfig.decode(text) }
    #expect(error?.code == .wrongValue)
    #expect(error?.position?.line == line && error?.position?.column == column, "\(text)")
    #expect(error?.description.hasPrefix("line \(line), column \(column): ") == true)
  }

  @Test("handlers that need what the machine hasn't are named")
  func handlersAreChecked() throws {
    let config = try HeadwayConfig.decode(
      """
      resources.license = 2
      [permitted."a.b"]
      needs = ["gpu", "license=2"]
      directory = "/srv"
      """)
    func check(gpus: Int, isDirectory: Bool) throws(ConfigError) {
      try config.check(
        resources: ["gpu": gpus], isDirectory: { $0 == "/srv" && isDirectory },
        problemOfRule: { _ in "no rule is right" })
    }
    try check(gpus: 1, isDirectory: true)
    let needs = #expect(throws: ConfigError.self) { try check(gpus: 0, isDirectory: true) }
    #expect(needs?.description.hasPrefix("[permitted.\"a.b\"] needs 1 of gpu") == true)
    let folder = #expect(throws: ConfigError.self) { try check(gpus: 1, isDirectory: false) }
    #expect(folder?.description.hasPrefix("[permitted.\"a.b\"] directory: there is none") == true)
  }

  @Test("syntax errors say where")
  func syntaxErrorsSayWhere() {
    let error = #expect(throws: ConfigError.self) {
      try HeadwayConfig.decode("[hub]\nexit-after = 10m\n")
    }
    #expect(error?.code == .syntax)
    #expect(error?.position?.line == 2)
    #expect(
      error?.description
        == "line 2, column 16: not valid TOML; put text in quotes: expected digit, saw 'm'")
  }

  @Test("a text without its closing quote is called that")
  func openQuote() {
    let error = #expect(throws: ConfigError.self) {
      try HeadwayConfig.decode("[telling]\non-stall = \"beep\n")
    }
    #expect(error?.position?.line == 2)
    #expect(error?.description.hasSuffix("not valid TOML: a text lacks its closing quote") == true)
  }

  @Test(
    "hostile text is an error on one harmless line",
    arguments: [
      "\0", "[hub]\n\0", "[", "a = \u{1B}[31m", "hub.a\u{202E} = 1", "[hub]\n[hub]\n",
      String(repeating: "a=[", count: 5000), String(repeating: "[", count: 100_000),
      String(repeating: "a.", count: 100_000) + "a = 1",
      "[\(String(repeating: "a.", count: 9999))a]",
      "a=" + String(repeating: "[", count: 100_000), "[=", "[[=", "[ ?", "[\u{E9}]", "[.a]", "[[",
      "run.grace = [\"5s\"]", "a=[}", "a=[,",
      "\u{FEFF}[=", "\r[=", "[hub]\r\n  [=", "[\r\n", "a={=", "a.=", "a=[{=", "\u{A0}[=", "#\r[=",
      "#\u{B}[=",
      "\"\\u001b[2J\" = 1", "hub.exit-after = \"1m\"\nhub.exit-after = \"2m\"",
    ])
  func hostileTextIsAnErrorOnOneHarmlessLine(_ text: String) {
    let error = #expect(throws: ConfigError.self) { try HeadwayConfig.decode(text) }
    #expect(error?.description.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
    #expect((error?.description.utf8.count ?? 0) < 1024)
  }

  @Test("random text is a config, or an error on one harmless line")
  func randomTextNeverTraps() {
    var generator = SplitMix(seed: 5)
    let parts = [
      "[", "]", "=", "\"", "'", ".", "hub", "exit-after", "\n", "\r", " ", "{", "}", ",", "#", "1",
      "\\", "\u{E9}",
    ]
    for _ in 0..<20_000 {
      let text = (0..<12).compactMap { _ in parts.randomElement(using: &generator) }.joined()
      do {
        let config = try HeadwayConfig.decode(text)
        #expect(try HeadwayConfig.decode(text + "\n# the end\n") == config, "\(text)")
      } catch {
        let words = "\(error)"
        #expect(words.unicodeScalars.allSatisfy { $0.value >= 0x20 } && words.utf8.count < 1024)
      }
    }
  }
}
