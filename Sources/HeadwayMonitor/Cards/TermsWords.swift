import HeadwayCore

/// The terms of a task in words, as far as they still matter: what it takes to start while it is
/// queued, what holds for it as long as it lives.
struct TermsWords {
  private let task: TaskSnapshot

  init(_ task: TaskSnapshot) { self.task = task }

  var waits: String? { Self.list(task.waits.map(\.string)) }

  /// `gpu, memory 4`
  var needs: String? {
    Self.list(
      task.needs.sorted { $0.key < $1.key }.map { name, count in
        count == 1 ? name : "\(name) \(count)"
      })
  }

  var after: String? { beforeStart(Self.list(task.terms.after.map(\.description))) }
  var afterAny: String? { beforeStart(Self.list(task.terms.afterAny.map(\.description))) }
  var earliest: WallTime? { beforeStart(task.terms.earliest) }
  var conditions: String? { beforeStart(Self.list(task.terms.conditions.map(\.string))) }

  var whileConditions: String? {
    beforeEnd(Self.list(task.terms.whileConditions.map(\.string)))
  }

  var nextTry: WallTime? { beforeStart(task.terms.retriesAt) }

  var retries: String? {
    beforeEnd(task.terms.retries > 0 ? "\(task.terms.retries) left" : nil)
  }

  var refresh: String? { beforeEnd(task.terms.refresh.map { "every \($0.spoken)" }) }

  private func beforeStart<Value>(_ value: Value?) -> Value? {
    task.state == .queued ? value : nil
  }

  private func beforeEnd<Value>(_ value: Value?) -> Value? { task.state == .ended ? nil : value }

  private static func list(_ words: [String]) -> String? {
    words.isEmpty ? nil : words.joined(separator: ", ")
  }
}
