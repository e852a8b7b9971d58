import HeadwayModel

/// Values of a story's few tasks, in the order in which they came: the same in every process, and
/// found faster than by hashing.
struct TaskList<Value> {
  private(set) var keys: [TaskKey] = []
  private(set) var values: [Value] = []

  var count: Int { keys.count }

  subscript(key: TaskKey) -> Value? {
    get { keys.firstIndex(of: key).map { values[$0] } }
    set {
      switch (keys.firstIndex(of: key), newValue) {
      case (let place?, let value?): values[place] = value
      case (let place?, nil):
        keys.remove(at: place)
        values.remove(at: place)
      case (nil, let value?):
        keys.append(key)
        values.append(value)
      case (nil, nil): break
      }
    }
  }

  func contains(_ key: TaskKey) -> Bool { keys.contains(key) }

  /// Changes the value of `key` where it is, if there is one.
  mutating func change(_ key: TaskKey, _ body: (inout Value) -> Void) {
    if let place = keys.firstIndex(of: key) { body(&values[place]) }
  }

  mutating func changeAll(_ body: (TaskKey, inout Value) -> Void) {
    for place in keys.indices { body(keys[place], &values[place]) }
  }

  mutating func removeAll() {
    keys.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  mutating func removeAll(where isOver: (Value) -> Bool) {
    guard values.contains(where: isOver) else { return }
    let kept = keys.indices.filter { !isOver(values[$0]) }
    (keys, values) = (kept.map { keys[$0] }, kept.map { values[$0] })
  }
}
