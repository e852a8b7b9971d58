import HeadwayCore

extension HeadwayConfig {
  /// The text of `headway help config`: every setting on a line, below its section.
  package static var help: String {
    (sections.map(help) + named).joined(separator: "\n\n")
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
      return "  \(setting.key)\(space)  \(setting.meaning): \(setting.example)"
    }
    return (["[\(section)]"] + lines).joined(separator: "\n")
  }

  /// The sections whose keys are names of the user's own.
  private static var named: [String] {
    [
      "[\(Counts.resources)]\n  NAME = 2  units of what tasks may need (--needs NAME)",
      "[\(Counts.groups).NAME]\n  slots = 1  of its own (--group NAME)",
      "[\(Permissions.section).\"ID\"]  what an identifier starts, the last part may be *\n"
        + "  \(Permissions.keys.joined(separator: ", "))",
      "[\(MonitorLooks.styles)]  looks of the monitor, such as \"bold #ffaf00\"\n"
        + "  \(StyleRole.allCases.map(\.rawValue).joined(separator: ", "))",
      "[\(MonitorLooks.keys)]  keys of the monitor, such as \"d\" or [\"Q\", \"Ctrl-X\"]\n"
        + "  \(KeyAction.allCases.map(\.rawValue).joined(separator: ", "))",
      "[\(Rule.section).NAME]  a rule that reads progress (headway help recognise)\n"
        + "  \(Rule.key) = '^sheep (?<completed>\\d+) of (?<total>\\d+)'",
    ]
  }
}
