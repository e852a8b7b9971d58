import HeadwayModel

extension HeadwayConfig {
  /// The text of `headway help config`: every setting on a line, below its section.
  ///
  /// - Parameters:
  ///   - styles: The names of the monitor's roles.
  ///   - actions: The names of the monitor's actions.
  package static func help(styles: [String], actions: [String]) -> String {
    (sections.map(help) + named(styles: styles, actions: actions)).joined(separator: "\n\n")
  }

  /// The sections of the table, in its order, each once.
  private static var sections: [String] {
    ConfigSetting.table.map(\.section).reduce(into: []) { sections, section in
      if !sections.contains(section) { sections.append(section) }
    }
  }

  private static func help(_ section: String) -> String {
    let settings = ConfigSetting.table.filter { $0.section == section }
    let width = settings.map(\.key.count).max() ?? 0
    let lines = settings.map { setting in
      let space = String(repeating: " ", count: width - setting.key.count)
      return "  \(setting.key)\(space)  \(setting.meaning); write \(setting.example)"
    }
    return (["[\(section)]"] + lines).joined(separator: "\n")
  }

  /// The sections whose keys are names of the user's own.
  private static func named(styles: [String], actions: [String]) -> [String] {
    [
      "[\(Counts.resources)]\n  NAME = 2  units of a resource (--needs NAME)",
      "[\(Counts.groups).NAME]\n"
        + "  slots = 1                how many of its tasks run at once (--group NAME); 0 or\n"
        + "                           \"unlimited\" too. Without it: the slots of [queue]\n"
        + "  pause-on-failure = true  a task of the group that fails pauses the group\n"
        + "  engine = \"slurm\"         Slurm runs its tasks (headway help slurm)",
      "[\(Hosts.list)]\n"
        + "  watch = [\"build1\"]       the machines of the monitor and of --host all\n"
        + "                           (headway help hosts)\n"
        + "  tell = true              the monitor shows their notifications, too",
      "[\(Hosts.section).NAME]\n"
        + "  ssh = \"ada@gpu2\"         the machine as ssh knows it; without it: NAME\n"
        + "  command = \"~/bin/headway\"  the program headway there",
      "[\(Permissions.section).\"ID\"]  the command of an identifier; its last part may be *\n"
        + "  \(Permissions.keys.joined(separator: ", "))",
      "[\(MonitorNames.styles)]  looks of the monitor, such as \"bold #ffaf00\"\n"
        + "  \(styles.joined(separator: ", "))",
      "[\(MonitorNames.keys)]  keys of the monitor, such as \"d\" or [\"Q\", \"Ctrl-X\"]\n"
        + "  \(actions.joined(separator: ", "))",
      "[\(Rule.section).NAME]  a rule that reads progress (headway help progress)\n"
        + "  \(Rule.key) = '^sheep (?<completed>\\d+) of (?<total>\\d+)'",
    ]
  }
}
