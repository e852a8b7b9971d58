import FoundationEssentials
import HeadwayMonitor
import HeadwayWire

/// The manual page of `headway` in mdoc(7), generated from ArgumentParser's description and the key
/// table.
///
/// ```swift
/// ManualPage(dump: HeadwayCommand._dumpHelp())?.text
/// ```
struct ManualPage {
  let text: String

  /// Generates the page. Nil if `dump` isn't a description.
  init?(dump: String) {
    let tool = try? JSONDecoder().decode(CommandDescription.Tool.self, from: Data(dump.utf8))
    guard let tool else { return nil }
    text =
      (Self.head(of: tool.command) + Self.commands(of: tool.command) + Self.keys + Self.tail)
      .joined(separator: "\n")
  }

  /// The sections NAME, SYNOPSIS and DESCRIPTION.
  private static func head(of program: CommandDescription) -> [String] {
    [
      ".Dd $Mdocdate$", ".Dt HEADWAY 1", ".Os", ".Sh NAME", ".Nm headway",
      ".Nd \(line(program.abstract ?? ""))", ".Sh SYNOPSIS", ".Nm", ".Op Ar command",
      ".Op Ar option ...",
      ".Sh DESCRIPTION",
    ] + paragraph(program.discussion) + [".Sh COMMANDS"]
  }

  /// The section of each command and subcommand. `above` is the parent's name with a space.
  private static func commands(of command: CommandDescription, _ above: String = "") -> [String] {
    (command.subcommands ?? []).filter { $0.commandName != "help" }.flatMap { command in
      let name = above + command.commandName
      return section(of: command, name) + commands(of: command, name + " ")
    }
  }

  /// A subsection: summary, usage, discussion and options.
  private static func section(of command: CommandDescription, _ name: String) -> [String] {
    let arguments = command.shownArguments
    let lines = [".Ss headway \(line(name))"] + paragraph(command.abstract) + [".Pp"]
    let usage = [".Nm headway \(line(name))"] + arguments.map(usage) + [".Pp"]
    let options = arguments.flatMap(item)
    return lines + usage + paragraph(command.discussion)
      + (options.isEmpty ? [] : [".Bl -tag -width Ds"] + options + [".El"])
  }

  /// An argument in the usage line.
  private static func usage(_ argument: CommandDescription.ArgumentDescription) -> String {
    let repetition = argument.isRepeating ? " ..." : ""
    return ".\(argument.isOptional ? "Op " : "")\(term(argument))\(repetition)"
  }

  /// An entry in the list of options.
  private static func item(_ argument: CommandDescription.ArgumentDescription) -> [String] {
    [".It \(term(argument))"] + paragraph(argument.abstract)
  }

  /// The names and the value of an argument: `Fl Fl title Ar text`.
  private static func term(_ argument: CommandDescription.ArgumentDescription) -> String {
    let names = (argument.names ?? []).map { name in
      "Fl \(name.kind == "long" ? "Fl " : "")\(line(name.name))"
    }
    let value = argument.kind == .flag ? nil : argument.valueName.map { "Ar \(line($0))" }
    return ([names.joined(separator: " , ")] + [value].compactMap { $0 })
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The text with its line breaks.
  private static func paragraph(_ text: String?) -> [String] {
    Array((text ?? "").split(separator: "\n").map { [line(String($0))] }.joined(separator: [".br"]))
  }

  /// The section KEYS.
  private static var keys: [String] {
    let manual = KeyTable.standard.manual
    return [".Sh KEYS", "In the list of", ".Nm headway watch", "(the config can set other keys):"]
      + list(manual.list) + [".Pp", "On the output of a task:"] + list(manual.output)
  }

  private static func list(_ entries: [KeyTable.ManualEntry]) -> [String] {
    [".Bl -tag -width 12n -compact"]
      + entries.flatMap { [".It Ic \(line($0.keys.joined(separator: " ")))", line($0.label)] }
      + [".El"]
  }

  /// The sections after the commands.
  private static let tail = [
    ".Sh ENVIRONMENT",
    ".Bl -tag -width Ds",
    ".It Ev HEADWAY",
    "With the value off, run only executes the command, and adopt and update do nothing.",
    ".It Ev HEADWAY_SOCKET",
    "The absolute path of the hub\\(aqs socket, in a directory of mode 700.",
    "Default: $XDG_RUNTIME_DIR/headway/hub.sock, otherwise /tmp/headway\\-UID/hub.sock.",
    ".It Ev HEADWAY_TASK",
    "Headway sets it for each command, to the key of its task.",
    "update reports for this task. Tasks that the command starts are its subtasks.",
    ".It Ev NO_COLOR",
    "If not empty, Headway uses no colours.",
    ".It Ev COLORTERM",
    "With the value truecolor or 24bit, the monitor uses 24\\-bit colours.",
    ".It Ev XDG_CONFIG_HOME , XDG_STATE_HOME , XDG_DATA_HOME",
    "Default: ~/.config, ~/.local/state and ~/.local/share.",
    ".El",
    ".Sh EXIT STATUS",
    "run, wait and attach exit with the command\\(aqs own status. A command that signal N killed",
    "has 128 + N. A lost task has 70. Otherwise: 0 for success, 1 if nothing was found or done,",
    "64 for wrong usage or a wrong config, 65 if wake finds no such identifier, 69 if no hub can",
    "be reached, 74 if output can\\(aqt be written, 75 if the task can\\(aqt start now, 77 if",
    "something isn\\(aqt permitted, 130 after an interruption.",
    ".Sh FILES",
    "Config: $XDG_CONFIG_HOME/headway/config.toml. Record and logs: $XDG_STATE_HOME/headway.",
    ".Sh VERSION", line("headway \(HeadwayRelease.version)"),
  ]

  /// The text without requests and escapes, in ASCII (groff_char(7)).
  private static func line(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": #"\e"#
      case "-": #"\-"#
      case "'": #"\(aq"#
      case "\"": #"\(dq"#
      default: scalar.isASCII ? String(scalar) : "\\[u\(hexadecimal(scalar))]"
      }
    }.joined()
    return escaped.hasPrefix(".") ? #"\&"# + escaped : escaped
  }

  /// The code point in four digits or more.
  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
