import ArgumentParser
import Glibc
import HeadwayConfig
import HeadwayCore
import HeadwayLink
import HeadwayMonitor
import HeadwaySystem
import HeadwayTerminal

/// `headway watch`: the monitor.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Open the monitor; the same as headway on a terminal.")

  @Flag(name: .long, help: "One line a task, for small panes.")
  var compact = false

  @Flag(name: .long, help: "Append lines instead, for logs, CI and screen readers.")
  var plain = false

  @OptionGroup var filter: FilterOption

  mutating func run() throws {
    let paths = try Hub.paths()
    let environment = ProcessEnvironment.variables
    let (config, complaint) = UserConfig.loadOrDefaults("the monitor goes by the defaults")
    if plain { return try PlainWatch(paths: paths, filter: filter.query).run() }
    do {
      let screen = try Screen(
        input: STDIN_FILENO, output: STDOUT_FILENO, terminal: environment["TERM"],
        settings: ScreenSettings(config, environment))
      var settings = MonitorSettings(
        glyphs: .ofLocale(), keys: KeyTable(config.keys), density: compact ? .line : nil,
        keepEnded: config.monitor.keepEnded, filter: filter.query,
        surroundingTask: AttachTarget.surrounding)
      if MonitorLoop.isInTmux { settings.clipboardByteLimit = ClipboardText.tmuxByteLimit }
      let loop = try MonitorLoop(
        screen: screen, paths: paths, settings: settings, config: config)
      loop.run(saying: complaint)
    } catch is ScreenError {
      try PlainWatch(paths: paths, filter: filter.query).run()
    } catch let error as SystemError {
      throw CommandFailure("\(error); try: headway watch --plain", status: .failure)
    }
  }
}

extension ScreenSettings {
  /// `NO_COLOR` (no-color.org), and `COLORTERM` as terminals of all colours set it.
  init(_ config: HeadwayConfig, _ environment: [String: String]) {
    self.init()
    theme = config.theme
    isColoured = (environment["NO_COLOR"] ?? "").isEmpty
    hasMouse = config.monitor.mouse
    hasDirectColours = ["truecolor", "24bit"].contains(environment["COLORTERM"])
  }
}
