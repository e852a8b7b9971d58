import HeadwayModel
import HeadwayLink
import HeadwaySystem

/// The tasks and logs that `headway clean` would delete, counted without deleting anything.
///
/// ```swift
/// let preview = try CleanPreview.of(.everything)
/// print(preview.words(in: try Hub.paths()))  // 12 tasks and their 14 logs (3.2 MB)
/// ```
struct CleanPreview {
  private let selection: CleanSelection
  private let live: [TaskSnapshot]
  /// The keys of the tasks that would be deleted.
  private var keys: Set<TaskKey> = []
  /// The named tasks that exist and can be deleted.
  private var found: Set<TaskReference> = []
  /// The latest ended tasks of the selection, to show before the question.
  private(set) var newest: [TaskSnapshot] = []

  /// The number of tasks that are shown before the question.
  private static let newestLimit = 20

  /// Reads the list and the record. `each` receives the tasks page by page, oldest first. Throws if
  /// the clean itself would fail, because a named task is alive, is missing, or is needed by a
  /// queued task.
  static func of(
    _ selection: CleanSelection, _ each: ([TaskSnapshot]) -> Void = { _ in }
  ) throws(CommandFailure) -> CleanPreview {
    let live = try Hub.ask { client throws(LinkError) in try client.list(all: false) }
      .filter { $0.state != .ended }
    var preview = CleanPreview(selection: selection, live: live)
    if let failure = preview.failureOfLive { throw failure }
    var position = HistoryPosition(selection.query, last: nil)
    while !position.isAtEnd {
      let start = position
      let page = try Hub.ask { client throws(LinkError) in
        position = start
        return try client.nextPage(of: &position)
      }
      each(preview.add(page))
    }
    if let failure = preview.failureOfMissing { throw failure }
    return preview
  }

  private init(selection: CleanSelection, live: [TaskSnapshot]) {
    (self.selection, self.live) = (selection, live)
  }

  /// The number of tasks to delete.
  var taskCount: Int { keys.count }

  /// The amount in words: "12 tasks and their 14 logs (3.2 MB)". For another machine only the number
  /// of tasks is known here.
  func words(in paths: HeadwayPaths) -> String {
    let count = taskCount
    if let host = HostChoice.chosen {
      return String(
        localized: count, one: "\(count) task of \(host) and their logs",
        many: "\(count) tasks of \(host) and their logs")
    }
    let logs = logs(in: paths)
    let size = ByteSize(logs.bytes)
    return switch logs.count {
    case 0:
      String(
        localized: count, one: "\(count) task without logs",
        many: "\(count) tasks without logs")
    case 1:
      String(
        localized: count, one: "\(count) task and its log (\(size))",
        many: "\(count) tasks and their log (\(size))")
    default:
      String(
        localized: count, one: "\(count) task and its \(logs.count) logs (\(size))",
        many: "\(count) tasks and their \(logs.count) logs (\(size))")
    }
  }

  /// The number of logs (one for each launch of a task) and the size of all their files in bytes.
  private func logs(in paths: HeadwayPaths) -> (count: Int, bytes: Int) {
    var sum = (count: 0, bytes: 0)
    for name in directoryEntries(paths.logDirectory) {
      guard let key = TaskKey(name.prefix(32)), keys.contains(key),
        let file = RegularFile(of: "\(paths.logDirectory)/\(name)")
      else { continue }
      if paths.launch(ofLog: name, key) != nil { sum.count += 1 }
      sum.bytes = sum.bytes.addingReportingOverflow(file.byteCount).partialValue
    }
    return sum
  }

  /// The selected tasks of `page`, without tasks that a queued task depends on.
  private mutating func add(_ page: [TaskSnapshot]) -> [TaskSnapshot] {
    let needed = Set(live.flatMap { $0.state == .queued ? $0.terms.after + $0.terms.afterAny : [] })
    let tasks = page.filter { selection.selects($0) && !needed.contains($0.number) }
    keys.formUnion(tasks.lazy.map(\.key))
    newest = (newest + tasks).suffix(Self.newestLimit)
    if case .named(let references) = selection {
      for task in tasks { found.formUnion(references.filter { $0.names(task) }) }
    }
    return tasks
  }

  /// The failure for a named task that hasn't ended. Nil if there is none.
  private var failureOfLive: CommandFailure? {
    guard case .named(let references) = selection,
      let task = live.first(where: { task in references.contains { $0.names(task) } })
    else { return nil }
    return CommandFailure(
      "task \(task.number) hasn't ended; cancel it first: headway cancel \(task.number)",
      status: .nothing)
  }

  /// The failure for a named task that can't be deleted. Nil if there is none.
  private var failureOfMissing: CommandFailure? {
    guard case .named(let references) = selection,
      let missing = references.first(where: { !found.contains($0) })
    else { return nil }
    return CommandFailure(
      """
      task \(SanitisedText(missing.description)) can't be cleaned: it doesn't exist, or a queued \
      task depends on it; see: headway history
      """, status: .nothing)
  }
}

/// A number of bytes for people, in powers of 1000: `12 B`, `340 kB`, `3.2 MB`, `12 GB`.
struct ByteSize: CustomStringConvertible {
  let description: String

  /// Formats the number. Negative numbers count as 0. Amounts below ten have one decimal.
  init(_ bytes: Int) {
    var amount = Double(max(0, bytes))
    var units = ["B", "kB", "MB", "GB", "TB", "PB"][...]
    while amount >= 1000, units.count > 1 {
      amount /= 1000
      units.removeFirst()
    }
    let tenths = Int(amount * 10)
    let isSmall = amount < 10 && units.first != "B" && tenths % 10 != 0
    let number = isSmall ? "\(tenths / 10).\(tenths % 10)" : "\(Int(amount))"
    description = "\(number) \(units.first ?? "B")"
  }
}
