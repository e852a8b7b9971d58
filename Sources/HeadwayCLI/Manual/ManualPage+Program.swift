import HeadwayMonitor

/// The page headway(1).
extension ManualPage {
  /// The page of the program: the list of commands, the keys of the monitor, and what holds for all
  /// commands.
  static func program(_ program: CommandDescription) -> ManualPage {
    let synopsis = [
      ".Sh SYNOPSIS", ".Nm headway", ".Nm headway Ar command Op Ar option ...",
      ".Nm headway Cm help Op Ar topic | command ...", ".Nm headway Fl Fl version",
    ]
    let description = [".Sh DESCRIPTION"] + ManualText.paragraphs(program.discussion ?? "")
    let sections =
      synopsis + description + commands(of: program) + keys + environment + files
      + exitStatus([]) + examples([]) + seeAlso([])
    return ManualPage([], summary: program.abstract ?? "", sections: sections)
  }

  /// The section COMMANDS: a reference to each page, and `help`, which has none.
  private static func commands(of program: CommandDescription) -> [String] {
    let help = ManualText.list([
      (
        tag: "Ic headway help",
        text: ManualText.paragraph("Print a help topic, or the help of a command.")
      )
    ])
    return subcommands(of: program, []).dropLast() + help.dropFirst()
  }

  /// The section KEYS.
  private static var keys: [String] {
    let manual = KeyTable.standard.manual
    return [".Sh KEYS"]
      + ManualText.paragraph(
        "The keys of the monitor. The section [keys] of the config can change them.")
      + list(manual.list) + [".Pp", "The keys while the monitor shows the output of a task:"]
      + list(manual.output)
  }

  private static func list(_ entries: [KeyTable.ManualEntry]) -> [String] {
    ManualText.list(
      entries.map { entry in
        (
          tag: "Ic \(entry.keys.map(ManualText.argument).joined(separator: " "))",
          text: ManualText.paragraph(entry.label)
        )
      }, width: "12n", isCompact: true)
  }

  /// The section ENVIRONMENT.
  private static var environment: [String] {
    section(
      "ENVIRONMENT", of: "Ev",
      [
        (
          "HEADWAY",
          "off makes headway run a plain execution of its command. headway adopt, headway update and "
            + "the libraries then do nothing."
        ),
        (
          "HEADWAY_SOCKET",
          "The socket of the hub: an absolute path, in a folder that is yours alone (mode 700). "
            + "Default: $XDG_RUNTIME_DIR/headway/hub.sock, else /tmp/headway-UID/hub.sock."
        ),
        (
          "HEADWAY_TASK",
          "Headway sets it for each command. headway update reports for this task, and tasks that "
            + "the command starts become its subtasks."
        ),
        (
          "TRACEPARENT",
          "Headway sets it for each command: the place of the task in a trace (W3C Trace Context). The "
            + "task is below the trace that it inherits. Without one, the id of the trace is the key of "
            + "the task."
        ),
        (
          "HEADWAY_TASK_NUMBER, HEADWAY_TASK_ATTEMPT, HEADWAY_TASK_GROUP",
          "Headway sets them for each command of headway submit. A task without a group has no "
            + "HEADWAY_TASK_GROUP."
        ),
        (
          "HEADWAY_ARRAY, HEADWAY_ARRAY_INDEX, HEADWAY_ARRAY_COUNT",
          "Headway sets them for each part of a job array: the number of the first part, the index "
            + "of this part, and the number of parts."
        ),
        (
          "HEADWAY_IDENTIFIER",
          "Headway sets it for a command of the config: the identifier that headway submit was "
            + "given."
        ),
        (
          "HEADWAY_GPU, CUDA_VISIBLE_DEVICES",
          "Headway sets both for a command with --needs gpu: the numbers of its GPUs."
        ),
        (
          "ARGO_PROGRESS_FILE",
          "Headway sets it for each command, unless it is set: a file into which the command may write "
            + "its progress as N/M."
        ),
        (
          "HEADWAY_EVENT",
          "Headway sets it for hooks, and many more: headway help notifications lists them."
        ),
        (
          "HEADWAY_STATE",
          "The folder of the record, the logs and the spool. Without it the folder is below "
            + "XDG_STATE_HOME; machines that share a home folder each have one of their own there: "
            + "headway help hosts."
        ),
        ("NO_COLOR", "Any text turns colours off."),
        ("COLORTERM", "truecolor or 24bit means that the terminal shows any colour."),
        (
          "TERM",
          "The kind of terminal. On a terminal that can't move its cursor the monitor prints lines."
        ),
        (
          "XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME",
          "The folders of the config, of the record, and of installed pages and completions. "
            + "Defaults: ~/.config, ~/.local/state and ~/.local/share."
        ),
        ("XDG_RUNTIME_DIR", "The folder of the socket."),
      ])
  }

  /// The section FILES.
  private static var files: [String] {
    section(
      "FILES", of: "Pa",
      [
        (
          "~/.config/headway/config.toml",
          "The config. All of it is optional; headway help config has every setting."
        ),
        ("~/.local/state/headway/record.sqlite", "The record of all tasks."),
        ("~/.local/state/headway/logs", "The output of tasks. headway logs prints it."),
        ("~/.local/state/headway/spool", "Ends of tasks that wait for the next hub."),
        ("~/.local/state/headway/hub.log", "The messages of the hub."),
        ("~/.local/share/man/man1", "The pages that headway man --install writes."),
      ])
  }

  /// A section with a list of names. `macro` is the macro of a name.
  private static func section(
    _ title: String, of macro: String, _ entries: [(name: String, text: String)]
  ) -> [String] {
    let items = entries.map { entry in
      let names = entry.name.split(separator: ", ").map { ManualText.argument(String($0)) }
      return (
        tag: "\(macro) \(names.joined(separator: " , "))", text: ManualText.paragraph(entry.text)
      )
    }
    return [".Sh \(title)"] + ManualText.list(items)
  }
}
