import ArgumentParser
import HeadwayLink
import HeadwayModel
import HeadwayMonitor
import HeadwayWire

/// The command `headway group`: makes, changes, removes and lists groups of the queue.
///
/// ```sh
/// headway group add ml --slots 2
/// ```
struct GroupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "group", abstract: "Make, change, remove and list groups of the queue.",
    discussion: """
      The hub keeps what these commands set. What the config says of a group counts again when the \
      hub starts or reads the config; headway group list says where the slots come from. The tasks \
      without a group are in the group default. Groups without slots of their own share its slots. \
      Pause and resume groups with headway pause --group and headway resume --group.
      """,
    subcommands: [Add.self, Remove.self, List.self, Slots.self, SetTerms.self])

  /// The command `headway group add`: makes a group.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Make a group.",
      discussion: """
        Without --slots the tasks of the group share the slots of all tasks without a group.
        """)

    @OptionGroup var name: GroupName
    @OptionGroup var terms: GroupTermsOptions

    mutating func run() throws { try GroupOrder.carryOut(.add(try name.ofGroup, terms.terms)) }
  }

  /// The command `headway group remove`: forgets a group that a command made.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove a group in which no task waits.")

    @OptionGroup var name: GroupName

    mutating func run() throws { try GroupOrder.carryOut(.remove(try name.ofGroup)) }
  }

  /// The command `headway group slots`: sets how many tasks of a group run at once.
  struct Slots: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "slots", abstract: "Set how many tasks of a group run at once.",
      discussion: "Running tasks go on. With 0 the group starts nothing.")

    @OptionGroup var name: GroupName

    @Argument(
      help: ArgumentHelp("A number, 0 to 1024, or unlimited.", valueName: "n"),
      completion: .list(["1", "2", "4", SlotLimit.unlimited.text]), transform: SlotLimit.parse)
    var slots: SlotLimit

    mutating func run() throws {
      try GroupOrder.carryOut(.set(name.choice, GroupTerms(slots: slots)))
    }
  }

  /// The command `headway group set`: changes what `headway group add` can set.
  struct SetTerms: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Change the slots of a group, or what a failure does to it.")

    @OptionGroup var name: GroupName
    @OptionGroup var terms: GroupTermsOptions

    mutating func validate() throws {
      if terms.terms == GroupTerms() {
        throw ValidationError(localized: "nothing to change; give --slots or --pause-on-failure")
      }
    }

    mutating func run() throws { try GroupOrder.carryOut(.set(name.choice, terms.terms)) }
  }

  /// The command `headway group list`: lists all groups.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the groups with their slots and tasks.",
      discussion: """
        SLOTS says in brackets whether the config or a command set them. A group without slots of \
        its own shares those of default.
        """)

    @Flag(name: .long, help: "Print a JSON array.")
    var json = false

    mutating func run() throws {
      let groups = try Self.groups()
      if json {
        StandardStreams.print(
          "[\n" + groups.map { "  " + JSONObject.text($0, indent: "  ") }.joined(separator: ",\n")
            + "\n]")
      } else {
        GroupTable.lines(groups, columns: TerminalWidth.ofOutput).forEach(StandardStreams.print)
      }
    }

    /// Asks the hub for all groups.
    static func groups() throws(CommandFailure) -> [GroupSnapshot] {
      let groups = try Hub.ask { client throws(LinkError) -> [GroupSnapshot]? in
        guard try client.awaitHello().has(.groups) else { return nil }
        var groups: [GroupSnapshot] = []
        return try client.ask(GroupMessage(listWith: client.nextRequest())) { message in
          if case .group(let state) = message { groups.append(state.group) }
          if case .snapshotEnd = message { return groups }
          return nil
        }
      }
      guard let groups else { throw .hubWithoutGroups }
      return groups
    }
  }
}

/// The name of a group on the command line.
struct GroupName: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The group. default means the tasks without a group.", valueName: "name"),
    completion: GroupCompletion.kind)
  var name: String

  mutating func validate() throws {
    if SanitisedText(name, limit: .identifier).isBlank {
      throw ValidationError(localized: "the name of the group is empty; give a visible name")
    }
  }

  /// The name; nil for the tasks without a group.
  var choice: SanitisedText? {
    name == GroupRecord.generalName ? nil : SanitisedText(name, limit: .identifier)
  }

  /// The name of a group that can be made and removed.
  var ofGroup: SanitisedText {
    get throws(CommandFailure) {
      guard let choice else {
        throw CommandFailure(
          "\(GroupRecord.generalName) means the tasks without a group; name another group",
          status: .usage)
      }
      return choice
    }
  }
}

/// The options of `headway group add` and `set`.
struct GroupTermsOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Set how many of its tasks run at once: 0 to 1024, or unlimited.",
      valueName: "n"),
    transform: SlotLimit.parse)
  var slots: SlotLimit?

  @Flag(
    name: .long, inversion: .prefixedNo, help: "Pause the group when one of its tasks fails.")
  var pauseOnFailure: Bool?

  var terms: GroupTerms { GroupTerms(slots: slots, pausesOnFailure: pauseOnFailure) }
}

extension SlotLimit {
  /// Reads a number of slots of the command line.
  static func parse(_ text: String) throws -> SlotLimit {
    guard let limit = SlotLimit(text) else {
      throw ValidationError(
        localized: """
          must be a number, 0 (starts nothing) to \(counts.upperBound), or unlimited
          """)
    }
    return limit
  }
}

/// The groups as lines of a table. On a narrow terminal, the names are cut first.
enum GroupTable {
  static func lines(_ groups: [GroupSnapshot], columns: Int?) -> [String] {
    let head = [
      String(localized: "GROUP", context: "column"), String(localized: "SLOTS", context: "column"),
      String(localized: "RUNNING", context: "column"),
      String(localized: "QUEUED", context: "count"), String(localized: "STATE", context: "column"),
    ]
    let rows = [head] + groups.map(cells)
    let widths = head.indices.dropLast().map { column in
      rows.map { cellWidth($0[column]) }.max() ?? 0
    }
    let table = TableLine(widths: widths, elastic: 0, dispensable: [], columns: columns)
    return rows.map { row in
      String(table.text(row).reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func cells(_ group: GroupSnapshot) -> [String] {
    let source =
      switch group.source {
      case .config: " (\(String(localized: "config", context: "source")))"
      case .command: " (\(String(localized: "command", context: "source")))"
      case .usual: ""
      }
    let state = [
      group.pausedBecause.map { String(localized: "paused: \(localizing: $0)") },
      group.pausesOnFailure ? String(localized: "pauses on failure") : nil,
    ].compactMap { $0 }.joined(separator: .betweenParts)
    return [
      group.shownName, slots(group.slots) + source, "\(group.running)", "\(group.queued)", state,
    ]
  }

  private static func slots(_ limit: SlotLimit?) -> String {
    switch limit {
    case .unlimited: String(localized: "unlimited", context: "slots")
    case .count: limit?.text ?? ""
    case nil: String(localized: "shared", context: "slots")
    }
  }
}
