import ArgumentParser
import HeadwayModel
import HeadwayMonitor

/// The command `headway status`: prints a line for a status bar. Never starts a hub.
///
/// ```sh
/// headway status --follow --format '{running} jobs {percent}%'
/// ```
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Print one line for a status bar; never starts a hub.",
    discussion: """
      headway status prints nothing and exits 1 if there is nothing to show. FORMAT is plain, \
      tmux, json, waybar, i3bar, i3status-rs, or a template with {text}, {running}, {queued}, \
      {paused}, {cancelling}, {failed}, {needs}, {percent} and {title}.
      Headway escapes a title for its place in the template:
      - In a template that begins like JSON, such as '{"text":"{title}"}', the title becomes a \
      JSON string. With the keys of waybar or "markup":"pango", Pango markup is escaped too.
      - In a template with a tag such as <b>…</b>, the title becomes Pango text.
      - In a template with a style of tmux, #[…], each # is doubled.
      - In any other template, %{ gets a space, so that polybar and lemonbar see no tag.
      With --host all the line adds up this machine and all machines of the config. It ends with \
      +1? if one of them can't be reached; json has their number as unreached. The percent is left \
      out if tasks run on two of them.
      """)

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Choose a format or a template.", valueName: "format"),
    completion: .list(StatusFormat.names))
  var format = "plain"

  @Flag(name: .long, help: "Keep running, and print the line whenever it changes.")
  var follow = false

  @Option(name: .shortAndLong, parsing: .unconditional, help: .hidden)
  var group: String?

  @OptionGroup var machine: HostOptions

  @OptionGroup var fleet: FleetOption

  /// Refuses the group that `pueue status` takes.
  mutating func validate() throws {
    guard let group else { return }
    throw ValidationError(
      localized: """
        status prints one line for a status bar; the tasks of a group: headway list --group \
        \(ShellWord(SanitisedText(group).string).written)
        """)
  }

  /// Prints the line, and exits with 1 if there is nothing to show.
  mutating func run() throws {
    let printer = StatusPrinter(try Self.format(format))
    let named = try HostChoice.severalChosen() ?? HostChoice.chosen.map { [$0] }
    if let feed = try fleet.feed(besides: named) {
      if follow { try printer.follow(feed) }
      try feed.awaitFirst()
      guard printer.print(feed.sessions) else { throw CommandFailure(silently: 1) }
      return
    }
    if let machines = try HostChoice.severalChosen() {
      guard !follow else {
        throw CommandFailure(
          "--follow shows one machine; leave it out, or name a machine", status: .usage)
      }
      let status = try printer.printOnce(of: machines)
      if status != 0 { throw CommandFailure(silently: status) }
      return
    }
    if follow { try printer.follow() }
    let status = try printer.printOnce()
    if status != 0 { throw CommandFailure(silently: status) }
  }

  /// Reads the format, with the error of ArgumentParser for a wrong one.
  private static func format(_ name: String) throws(ValidationError) -> StatusFormat {
    do {
      return try StatusFormat(name)
    } catch {
      throw ValidationError(String(localizing: "\(error)"))
    }
  }
}

/// The command lines `headway status` and `headway status --format NAME`, matched literally: a
/// status bar runs them every second, and parsing takes longer than the answer.
struct QuickStatus {
  private let format: StatusFormat

  /// Matches the command line. Nil for any other one.
  init?(_ arguments: [String]) {
    guard arguments.count > 1, arguments[1] == "status" else { return nil }
    switch arguments.count {
    case 2: format = .plain
    case 4 where arguments[2] == "--format":
      guard let format = try? StatusFormat(arguments[3]) else { return nil }
      self.format = format
    default: return nil
    }
  }

  func run() throws(CommandFailure) -> Int32 { try StatusPrinter(format).printOnce() }
}
