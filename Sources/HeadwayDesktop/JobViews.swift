package import HeadwayModel

/// The progress of tasks in the notifications and the task bar of Plasma: KDE's job views
/// (`org.kde.JobViewServerV2`, `org.kde.JobViewV3`). Pure: it is told the time.
///
/// ```swift
/// views.change(task, at: now)
/// for action in views.takeDue(at: now) { carryOut(action) }
/// ```
package struct JobViews: Sendable {
  package static let server = "org.kde.JobViewServer"
  private static let serverPath = "/JobViewServer"
  private static let serverInterface = "org.kde.JobViewServerV2"
  package static let viewInterface = "org.kde.JobViewV3"
  /// The name of the installed desktop file: the server refuses a job without one.
  package static let desktopEntry = "headway"
  /// Killable and suspendable, as KJob::Capability numbers them.
  private static let killable: Int32 = 1
  private static let suspendable: Int32 = 2
  /// Errors of KJob: one that the user caused isn't announced.
  private static let killedError: UInt32 = 1
  private static let userDefinedError: UInt32 = 100

  /// The greatest number of views.
  package static let limit = 32
  /// A task that is over sooner has no view, as in KDE's own programs.
  private static let patience: Duration = .milliseconds(500)
  private static let shortestPause: Duration = .milliseconds(500)

  private enum State: Hashable {
    /// The task has no view yet, and gets one then.
    case new(due: AwakeTime)
    case requested
    case open(String)
    /// The server didn't make a view.
    case refused
  }

  private struct Entry {
    var task: TaskSnapshot
    var state: State
    var sent: [String: BusValue] = [:]
    var sentAt = AwakeTime.origin
  }

  package enum Action: Hashable, Sendable {
    /// Ask for a view of the task, and tell ``noteView(_:of:)``.
    case request(TaskKey, BusMessage)
    case send(BusMessage)
  }

  private var entries: [TaskKey: Entry] = [:]
  private var isServerThere = false

  package init() {}

  /// The server of job views has come or gone. A new one knows no views.
  package mutating func serverChanged(isThere: Bool, at now: AwakeTime) {
    isServerThere = isThere
    for key in entries.keys {
      entries[key]?.state = .new(due: now)
      entries[key]?.sent = [:]
    }
  }

  package mutating func change(_ task: TaskSnapshot, at now: AwakeTime) {
    if entries[task.key] != nil {
      entries[task.key]?.task = task
    } else if task.isInProgress {
      entries[task.key] = Entry(task: task, state: .new(due: now + Self.patience))
    }
  }

  package mutating func step(_ step: TaskStep) {
    guard let task = entries[step.key]?.task else { return }
    entries[step.key]?.task = task.taking(step)
  }

  /// The task has left the hub's list, or the hub is gone. Its view is closed.
  package mutating func remove(_ key: TaskKey) {
    guard entries[key]?.task.state != .ended else { return }
    entries[key]?.task.state = .ended
    entries[key]?.task.ending = TaskEnding(reason: .cancelled(by: .unwatched))
  }

  /// The tasks that are shown.
  package var keys: [TaskKey] { Array(entries.keys) }

  /// The server has made a view for the task; nil if it refused.
  package mutating func noteView(_ path: String?, of key: TaskKey) {
    guard entries[key]?.state == .requested else { return }
    entries[key]?.state = path.map { .open($0) } ?? .refused
  }

  /// The task of a view; nil for another path.
  package func task(ofView path: String) -> TaskKey? {
    entries.first { $0.value.state == .open(path) }?.key
  }

  package mutating func takeDue(at now: AwakeTime) -> [Action] {
    var actions: [Action] = []
    for (key, entry) in entries.sorted(by: { $0.value.task.number < $1.value.task.number }) {
      guard isServerThere else {
        if entry.task.state == .ended { entries[key] = nil }
        continue
      }
      switch entry.state {
      case .new where entry.task.state == .ended: entries[key] = nil
      case .new(let due):
        guard due <= now, openCount < Self.limit else { continue }
        entries[key]?.state = .requested
        actions.append(.request(key, Self.request(entry.task)))
      case .requested: break
      case .refused: if entry.task.state == .ended { entries[key] = nil }
      case .open(let path):
        let isOver = entry.task.state == .ended
        let values = Self.values(entry.task)
        if values != entry.sent, isOver || now >= entry.sentAt + Self.shortestPause {
          let changed = values.filter { entry.sent[$0.key] != $0.value }
          actions.append(
            .send(
              .call(Self.server, path, Self.viewInterface, "update", [.dictionary(changed)])))
          entries[key]?.sent = values
          entries[key]?.sentAt = now
        }
        guard isOver else { continue }
        actions.append(.send(Self.end(entry.task, path)))
        entries[key] = nil
      }
    }
    return actions
  }

  /// The time at which something is due; nil for none.
  package var nextDue: AwakeTime? {
    guard isServerThere else { return nil }
    let isFull = openCount >= Self.limit
    return entries.values.lazy.compactMap { entry -> AwakeTime? in
      switch entry.state {
      case .new(let due): isFull && entry.task.state != .ended ? nil : due
      case .requested, .refused: nil
      case .open:
        Self.values(entry.task) == entry.sent && entry.task.state != .ended
          ? nil : entry.sentAt + Self.shortestPause
      }
    }.min()
  }

  private var openCount: Int {
    entries.values.count { if case .new = $0.state { false } else { $0.state != .refused } }
  }

  private static func request(_ task: TaskSnapshot) -> BusMessage {
    let capabilities = task.worker.isPausable ? killable | suspendable : killable
    return .call(
      server, serverPath, serverInterface, "requestView",
      [.text(desktopEntry), .int32(capabilities), .dictionary(["immediate": .flag(true)])])
  }

  /// The properties that a view shows. A sensitive task has its number in place of its title.
  private static func values(_ task: TaskSnapshot) -> [String: BusValue] {
    var values: [String: BusValue] = ["title": .text(task.desktopTitle)]
    values["suspended"] = .flag(task.state == .paused || task.state == .suspended)
    if let fraction = task.progress.fraction, fraction.isFinite {
      values["percent"] = .uint32(UInt32(min(max(0, fraction), 1) * 100))
    }
    guard !task.sensitive else { return values }
    let question = String(localized: "stalled: continue or stop?")
    let need = task.stall.kind == nil ? task.waitSentence : question
    let subtitle = task.subtitleWords ?? ""
    values["infoMessage"] = .text(
      task.needsAnswer ? need ?? String(localized: "needs you", context: "state") : subtitle)
    if let completed = task.progress.completed, let total = task.progress.total,
      task.progress.unit != "%"
    {
      values["processedItems"] = .uint64(UInt64(max(0, completed)))
      values["totalItems"] = .uint64(UInt64(max(0, total)))
    }
    return values
  }

  private static func end(_ task: TaskSnapshot, _ path: String) -> BusMessage {
    let reason = task.ending?.reason ?? .lost
    let code: UInt32 =
      switch reason {
      case .completed: 0
      case .cancelled: killedError
      case .failed, .expired, .lost: userDefinedError
      }
    let words = code == 0 ? "" : task.endSentence ?? ""
    return .call(
      server, path, viewInterface, "terminate", [.uint32(code), .text(words), .dictionary([:])])
  }
}

extension TaskSnapshot {
  /// Whether the task has begun and goes on.
  var isInProgress: Bool {
    switch state {
    case .running, .paused, .suspended, .cancelling: true
    case .queued, .starting, .ended: false
    }
  }

  /// The title for the desktop.
  var desktopTitle: String { sensitive ? String(localized: "Task \(number)") : title.string }
}
