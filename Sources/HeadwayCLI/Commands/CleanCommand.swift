import ArgumentParser
import Glibc
import HeadwayLink
import HeadwayModel
import HeadwaySystem

/// The command `headway clean`: deletes ended tasks and their logs for good.
///
/// ```sh
/// headway clean --successful --filter 'group:ml'
/// ```
struct CleanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clean",
    abstract: "Delete ended tasks from the list and the record, with their logs.",
    discussion: """
      Name tasks, or choose them with a filter. Without either, headway clean chooses all ended \
      tasks. On a terminal, headway clean shows the tasks and asks before it deletes all of them \
      or more than ten. Without a terminal, headway clean never asks, and deletes all tasks only \
      with --all. There is no undo. Live tasks stay, and so do tasks that a queued task depends \
      on. The hub never reuses a number. [record] in the config deletes old tasks automatically.
      """)

  @Option(
    name: .shortAndLong, parsing: .unconditional, help: "Choose the tasks of this group.",
    completion: GroupCompletion.kind)
  var group: String?

  @OptionGroup var filter: FilterOption

  @Flag(name: .long, help: "Delete only tasks that completed.")
  var successful = false

  @Flag(name: .long, help: "Delete only tasks that failed or were lost.")
  var failed = false

  @Flag(name: .long, help: "Delete all ended tasks; required for all of them without a terminal.")
  var all = false

  @Flag(name: .long, help: "Don't ask before deleting.")
  var yes = false

  @Flag(name: .long, help: "Print what would be deleted, and change nothing.")
  var dryRun = false

  @Argument(
    help: ArgumentHelp("Tasks: 7, 61-70, an identifier (* is any text), last.", valueName: "task"),
    completion: TaskCompletion.ended, transform: TaskName.parse)
  var tasks: [TaskName] = []

  @OptionGroup var machine: HostOptions

  /// Checks that tasks, filter and `--all` aren't combined.
  mutating func validate() throws {
    if successful, failed {
      throw ValidationError(
        localized: "--successful and --failed exclude each other; leave one out")
    }
    if !tasks.isEmpty, choosesByProperty {
      throw ValidationError(
        localized: "name tasks or choose them with a filter, not both; leave one out")
    }
    if all, !tasks.isEmpty || choosesByProperty {
      throw ValidationError(
        localized: "--all already chooses all tasks; leave out the tasks and the filter")
    }
    _ = try query(filter.query)
    if !tasks.contains(.last) { _ = try CleanSelection(naming: tasks) }
  }

  private var choosesByProperty: Bool {
    filter.filter != nil || group != nil || successful || failed
  }

  /// Asks where needed, and deletes.
  mutating func run() throws {
    let selection = try selection
    if dryRun { return try preview(selection) }
    if case .everything = selection, !all, !Confirmation.isPossible {
      throw CommandFailure(
        """
        nothing was cleaned: no task and no filter is given; to delete all ended tasks, add --all \
        (preview: headway clean --dry-run)
        """, status: .usage)
    }
    let age = yes || !Confirmation.isPossible ? 0 : try confirm(selection)
    guard let age else { return StandardStreams.print(String(localized: "nothing to clean")) }
    let count = try selection.clean(olderThan: age)
    StandardStreams.print(
      count == 0
        ? String(localized: "nothing to clean")
        : String(localized: count, one: "\(count) task cleaned", many: "\(count) tasks cleaned"))
  }

  /// Prints the tasks that would be deleted, and how many they are.
  private func preview(_ selection: CleanSelection) throws {
    var output = HistoryOutput(json: false)
    let preview = try CleanPreview.of(selection) { output.print($0, of: HostChoice.chosen) }
    guard preview.taskCount > 0 else {
      return StandardStreams.print(String(localized: "nothing to clean"))
    }
    StandardStreams.print(
      String(localized: "would delete \(preview.words(in: try Hub.paths())); nothing was changed"))
  }

  /// Asks before everything or more than ten tasks are deleted. Nil if there is nothing to delete.
  ///
  /// - Returns: the time from the preview to the answer, in whole seconds. 0 without a question.
  ///   Tasks that ended in this time weren't part of the question and must stay.
  private func confirm(_ selection: CleanSelection) throws -> Int64? {
    if case .named(let tasks) = selection, tasks.count <= Confirmation.taskLimit { return 0 }
    let start = SystemClocks.sinceEpoch
    let preview = try CleanPreview.of(selection)
    guard preview.taskCount > 0 else { return nil }
    guard selection.isEverything || preview.taskCount > Confirmation.taskLimit else { return 0 }
    show(preview)
    let words = preview.words(in: try Hub.paths())
    let question = String(localized: "Delete \(words) for good? There is no undo.")
    guard Confirmation.ask(question) else {
      throw CommandFailure("nothing was cleaned", status: .nothing)
    }
    return max(0, (SystemClocks.sinceEpoch - start).components.seconds)
  }

  /// Prints the latest tasks of the selection and the number of the others.
  private func show(_ preview: CleanPreview) {
    var output = HistoryOutput(json: false)
    output.print(preview.newest, of: HostChoice.chosen)
    let rest = preview.taskCount - preview.newest.count
    if rest > 0 {
      StandardStreams.print(
        String(localized: "and \(rest) that ended earlier; list all: headway clean --dry-run"))
    }
  }

  /// The tasks that the command line names.
  private var selection: CleanSelection {
    get throws {
      if !tasks.isEmpty { return try CleanSelection(naming: try numbered(tasks)) }
      let query = try self.query(filter.resolvedQuery)
      return query.isEmpty ? .everything : .matching(query)
    }
  }

  /// The names with the number of the newest task in place of `last`.
  private func numbered(_ names: [TaskName]) throws -> [TaskName] {
    guard names.contains(.last) else { return names }
    let newest = TaskSelection(names: [.last], group: nil, query: .everything, isAll: false)
    let found = try newest.resolve(for: .acknowledge).map(TaskName.task)
    return names.flatMap { $0 == .last ? found : [$0] }
  }

  /// The filter, with `--group`, `--successful` and `--failed` as further terms.
  private func query(_ filter: TaskQuery) throws -> TaskQuery {
    let group = try group.map { " group:\(try CleanSelection.quoted($0))" } ?? ""
    let outcome = successful ? " reason:completed" : failed ? " reason:failed,lost" : ""
    do throws(QueryError) {
      return try TaskQuery(filter.text + group + outcome)
    } catch {
      throw ValidationError(String(localizing: "\(error)"))
    }
  }
}

extension CleanSelection {
  fileprivate var isEverything: Bool {
    if case .everything = self { true } else { false }
  }
}

/// A yes-or-no question to a person at a terminal.
enum Confirmation {
  /// The number of tasks up to which a command acts without asking.
  static let taskLimit = 10

  /// Whether a person can be asked: standard input and standard output are terminals.
  static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Asks, and returns whether the answer is y or yes. Any other answer and the end of the input
  /// mean no.
  static func ask(_ question: String) -> Bool {
    StandardStreams.prompt("\(question) [y/N] ")
    guard let answer = readLine() else {
      StandardStreams.print("")
      return false
    }
    let word = answer.filter { !$0.isWhitespace }.lowercased()
    return word == "y" || word == "yes"
  }
}
