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
    return [".Sh KEYS", "Of", ".Nm headway watch ,", "unless the config has others:"]
      + list(manual.list) + [".Pp", "Where it shows a task\\(aqs output:"] + list(manual.output)
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
    "off: run only executes the command; adopt and update do nothing.",
    ".It Ev HEADWAY_SOCKET",
    "The hub\\(aqs socket, by its whole path, in a directory of mode 700;",
    "else $XDG_RUNTIME_DIR/headway/hub.sock, else /tmp/headway\\-UID/hub.sock.",
    ".It Ev HEADWAY_TASK",
    "Set for each command: its task, of which update reports, and to which what it starts belongs.",
    ".It Ev NO_COLOR",
    "Not empty: no colours.",
    ".It Ev COLORTERM",
    "truecolor or 24bit: the terminal has any colour.",
    ".It Ev XDG_CONFIG_HOME , XDG_STATE_HOME , XDG_DATA_HOME",
    "Else ~/.config, ~/.local/state and ~/.local/share.",
    ".El",
    ".Sh EXIT STATUS",
    "run, wait and attach exit with the command's own status, 128 and the signal's number",
    "where a signal killed it. Otherwise: 0, 1 where nothing was found or done, 64 for wrong usage, 69 where",
    "no hub can be reached, 75 for what can't start now, 77 for what isn't permitted.",
    ".Sh FILES",
    "The config: $XDG_CONFIG_HOME/headway/config.toml. The record: $XDG_STATE_HOME/headway.",
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
