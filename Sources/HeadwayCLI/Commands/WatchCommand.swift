import ArgumentParser
import Glibc
import HeadwayConfig
import HeadwayModel
import HeadwayLink
import HeadwayMonitor
import HeadwaySystem
import HeadwayTerminal
import HeadwayWire

/// The command `headway watch`: opens the monitor. `headway` without a subcommand does the same on
/// a terminal.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Open the monitor, as headway alone does on a terminal.")

  @Flag(name: .long, help: "Show one line for each task, for small panes.")
  var compact = false

  @Flag(name: .long, help: "Append a line for each change, for logs, CI and screen readers.")
  var plain = false

  @OptionGroup var filter: FilterOption

  @OptionGroup var machine: HostOptions

  @OptionGroup var fleet: FleetOption

  /// Opens the screen and runs the monitor. Falls back to plain lines on a terminal that can't show
  /// a screen.
  mutating func run() throws {
    let paths = try Hub.paths()
    let environment = ProcessEnvironment.variables
    let (config, preferences, complaint) = UserConfig.loadForMonitor(
      String(localized: "the monitor uses the defaults"))
    let query = try filter.resolvedQuery
    let memory = Self.memory(paths)
    let named = try HostChoice.severalChosen() ?? HostChoice.chosen.map { [$0] }
    let feed = try fleet.feed(besides: named)
    try feed?.awaitFirst()
    try feed?.awaitHub()
    let machines = feed == nil ? named ?? [nil] + config.watchedHosts : []
    let hosts = machines.map { $0.map(config.host) }
    let plainHosts = named == nil && feed == nil ? [nil] : hosts
    func watchPlainly() throws {
      try PlainWatch(paths: paths, filter: query, hosts: plainHosts, fleet: feed).run()
    }
    if plain { return try watchPlainly() }
    do {
      let screen = try Screen(
        input: STDIN_FILENO, output: STDOUT_FILENO, terminal: environment["TERM"],
        settings: ScreenSettings(config, preferences, environment))
      var glyphs = config.monitor.glyphs.glyphs(on: environment["TERM"])
      if config.monitor.ambiguousIsWide(environment) {
        screen.widenAmbiguous()
        glyphs = glyphs.withoutAmbiguous
      }
      var settings = MonitorSettings(
        glyphs: glyphs,
        keys: KeyTable(preferences.keys), density: compact ? .line : nil,
        keepEnded: config.monitor.keepEnded, filter: query,
        surroundingTask: AttachTarget.surrounding, isSplit: memory.isSplit && feed == nil)
      settings.hosts = hosts.map { $0?.name } + (feed?.sessions.map(\.host.name) ?? [])
      settings.areHostsShown = memory.areHostsShown
      settings.isForHosts = named != nil || feed != nil
      settings.isFleet = feed != nil
      settings.machineName = SanitisedText(MachineName.own.host, limit: .line).string
      settings.version = HeadwayRelease.version
      settings.timeOfDay = { LocalTime($0.wholeSeconds).text("%H:%M") }
      if MonitorLoop.isInTmux { settings.clipboardByteLimit = ClipboardText.tmuxByteLimit }
      let loop = try MonitorLoop(
        screen: screen, paths: paths, settings: settings, config: config, hosts: hosts,
        fleet: feed)
      loop.run(saying: complaint)
    } catch is ScreenError {
      try watchPlainly()
    } catch let error as SystemError {
      throw CommandFailure("\(error); try: headway watch --plain", status: .failure)
    }
  }

  /// The choices of an earlier monitor. A file that can't be read counts as none.
  private static func memory(_ paths: HeadwayPaths) -> MonitorMemory {
    let bytes = try? DurableFile.read(paths.monitorMemory, byteLimit: 4096)
    return MonitorMemory(text: String(decoding: bytes ?? [], as: UTF8.self))
  }
}

extension GlyphChoice {
  /// The glyphs of the choice, on a terminal of this name.
  fileprivate func glyphs(on terminal: String?) -> Glyphs {
    let possible = Glyphs.ofLocale(terminal: terminal)
    return switch self {
    case .auto: possible
    case .unicode: .unicode
    case .narrow: .narrow
    case .ascii: .ascii
    }
  }
}

extension HeadwayConfig.Monitor {
  /// The variable by which other programs are told the width of ambiguous characters: 1 for two
  /// columns.
  private static let widthVariable = "RUNEWIDTH_EASTASIAN"

  /// Whether ambiguous characters take two columns, whatever the terminal would answer.
  fileprivate func ambiguousIsWide(_ environment: [String: String]) -> Bool {
    ambiguous == .wide || ambiguous == .auto && environment[Self.widthVariable] == "1"
  }

  /// Whether only the terminal knows the width of ambiguous characters.
  var asksWidth: Bool {
    ambiguous == .auto && (ProcessEnvironment.variable(Self.widthVariable) ?? "").isEmpty
  }
}

extension ScreenSettings {
  /// The settings of the config and the environment: `NO_COLOR` (no-color.org) disables colours,
  /// and `COLORTERM` announces a terminal with direct colours.
  init(
    _ config: HeadwayConfig, _ preferences: MonitorPreferences, _ environment: [String: String]
  ) {
    self.init()
    theme = preferences.applied(to: config.monitor.theme.theme)
    isColoured = (environment["NO_COLOR"] ?? "").isEmpty
    hasMouse = config.monitor.mouse
    hasDirectColours = ["truecolor", "24bit"].contains(environment["COLORTERM"])
  }
}
