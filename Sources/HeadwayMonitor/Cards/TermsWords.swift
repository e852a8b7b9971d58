import HeadwayModel

/// The terms of a task in words, for its details.
///
/// Terms that no longer matter are nil: conditions of the start once the task has started, and all
/// others once it has ended.
struct TermsWords {
  private let task: TaskSnapshot
  /// The name of the task for a command.
  private let name: String

  /// - Parameter name: The name of the task for a command; by default its number, with its machine.
  init(_ task: TaskSnapshot, name: String? = nil) {
    (self.task, self.name) = (task, name ?? task.reference)
  }

  /// The reasons why the task waits. A hold by a person stands as the command that ends it.
  var waits: String? {
    Self.list(
      task.waits.map { reason in
        let isHold = reason == .personalHold || reason == .rebootHold
        return isHold ? "headway resume \(name)" : reason.localized
      })
  }

  /// The resources that the task needs: `gpu, memory 4`.
  var needs: String? {
    Self.list(
      task.terms.needs.sorted { $0.key < $1.key }.map { name, count in
        if name == GPUChoice.resource {
          return GPUChoice(among: task.terms.gpus, share: task.terms.gpuShare).words(count: count)
        }
        return count == 1 ? name : "\(name) \(count)"
      })
  }

  /// The place in a job array: `12, index 3 (100 parts)`.
  var array: String? {
    guard let part = task.terms.array, let first = part.first else { return nil }
    let (index, count) = (part.index, part.count)
    return String(
      localized: count, one: "\(first), index \(index) (\(count) part)",
      many: "\(first), index \(index) (\(count) parts)")
  }

  /// The number of slots that the task takes, if there are several.
  var slots: String? { beforeEnd(task.terms.slots > 1 ? "\(task.terms.slots)" : nil) }

  /// The units that a live task holds: `gpu 0,2`.
  var units: String? {
    Self.list(
      task.terms.units.sorted { $0.key < $1.key }.map { name, units in
        "\(name) \(units.map(String.init).joined(separator: ","))"
      })
  }

  /// The niceness that differs from the hub's.
  var niceness: String? { beforeEnd(task.terms.niceness.map { "\($0)" }) }

  /// The limits that differ from the hub's: `nofile=512:1024`.
  var limits: String? { beforeEnd(Self.list(task.terms.limits.map(\.string))) }

  /// The tasks that must succeed before this task starts.
  var after: String? { beforeStart(Self.list(task.terms.after.map(\.description))) }
  /// The tasks that must end before this task starts.
  var afterAny: String? { beforeStart(Self.list(task.terms.afterAny.map(\.description))) }
  /// The earliest start.
  var earliest: WallTime? { beforeStart(task.terms.earliest) }
  /// The conditions for the start.
  var conditions: String? { beforeStart(Self.list(task.terms.conditions.map(\.string))) }

  /// The conditions under which the task may run.
  var whileConditions: String? {
    beforeEnd(Self.list(task.terms.whileConditions.map(\.string)))
  }

  /// The time of the next attempt.
  var nextTry: WallTime? { beforeStart(task.terms.retriesAt) }

  /// The number of attempts left after a failure.
  var retries: String? {
    beforeEnd(task.terms.retries > 0 ? String(localized: "\(task.terms.retries) left") : nil)
  }

  /// The ends of the earlier attempts, the latest first: `2: failed with exit code 1, 1: lost`.
  var earlierAttempts: String? {
    Self.list(
      task.terms.earlierEnds.reversed().enumerated().map { back, end in
        // All runs of a periodic task are the same attempt.
        let number = task.attempt - 1 - back
        return number > 0 ? "\(number): \(end.ending.sentence)" : end.ending.sentence
      })
  }

  /// The time limit of each attempt, and the time left: `2 h, 14 min left`.
  var timeLimit: String? {
    beforeEnd(
      task.worker.timeLimit.map { limit in
        guard let left = task.worker.timeLeft else { return limit.spoken }
        return limit.spoken + String.betweenWords + String(localized: "\(left.spoken) left")
      })
  }

  /// The policy for stalls that differs from the usual: `expire, after 10 m`.
  var stallPolicy: String? {
    let policy = task.stallPolicy
    guard policy != StallPolicy() else { return nil }
    let time = policy.after.map { String(localized: "after \($0.spoken) without progress") }
    return beforeEnd(Self.list([policy.action.words, time].compactMap { $0 }))
  }

  /// The interval of a periodic task.
  var refresh: String? {
    beforeEnd(task.terms.refresh.map { String(localized: "every \($0.spoken)") })
  }

  /// The times of the series that the task is a run of: `Mon..Fri 03:00, catches up`.
  var every: String? {
    task.terms.every.map { times in
      var words = ["\(times)"]
      if task.terms.overlap == .queue {
        words.append(String(localized: "waits for the run before"))
      }
      if task.terms.catchesUp { words.append(String(localized: "catches up")) }
      return words.joined(separator: .betweenWords)
    }
  }

  private func beforeStart<Value>(_ value: Value?) -> Value? {
    task.state == .queued ? value : nil
  }

  private func beforeEnd<Value>(_ value: Value?) -> Value? { task.state == .ended ? nil : value }

  private static func list(_ words: [String]) -> String? {
    words.isEmpty ? nil : words.joined(separator: .betweenWords)
  }
}

extension StallAction {
  /// The action in a word.
  fileprivate var words: String {
    switch self {
    case .ask: String(localized: "ask", context: "label")
    case .expire: String(localized: "expire", context: "label")
    case .ignore: String(localized: "ignore", context: "label")
    }
  }
}
