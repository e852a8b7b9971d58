internal import HeadwayModel

/// The storage of the live list: an array of tasks, found by their keys.
///
/// The place of a task is its index in the array. A place is valid until the next removal. Through
/// its place, a task can be changed without a copy.
struct TaskTable: Sendable {
  private var rows: [TrackedTask] = []
  private var places: [TaskKey: Int] = [:]
  /// The subtasks of each parent, in the order in which they came.
  private var subtasks: [TaskKey: [TaskKey]] = [:]
  private var keysByIdentifier: [String: Set<TaskKey>] = [:]
  /// The place of the task that was last looked up. The reports of one worker often come in a row.
  private var lastPlace = 0

  var all: [TrackedTask] { rows }
  var count: Int { rows.count }

  func forEach(_ body: (borrowing TrackedTask) -> Void) {
    for place in rows.indices { body(rows[place]) }
  }

  mutating func place(of key: TaskKey) -> Int? {
    guard let place = find(key) else { return nil }
    lastPlace = place
    return place
  }

  /// Finds the place of a task, at `lastPlace` first. An event asks for its task many times, and
  /// hashing the key is the slowest part of a lookup.
  private func find(_ key: TaskKey) -> Int? {
    if lastPlace < rows.count, rows[lastPlace].key == key { return lastPlace }
    return places[key]
  }

  subscript(place place: Int) -> TrackedTask {
    _read { yield rows[place] }
    _modify { yield &rows[place] }
  }

  subscript(key: TaskKey) -> TrackedTask? {
    get { find(key).map { rows[$0] } }
    set {
      if let newValue { put(newValue, as: key) } else { remove(key) }
    }
  }

  private mutating func put(_ task: TrackedTask, as key: TaskKey) {
    if let place = find(key) {
      let (parent, name) = (rows[place].description.parent, rows[place].identifier)
      rows[place] = task
      lastPlace = place
      if name != task.identifier {
        removeName(name, of: key)
        addName(task.identifier, of: key)
      }
      guard parent != task.description.parent else { return }
      removeSubtask(key, of: parent)
    } else {
      places[key] = rows.count
      rows.append(task)
      addName(task.identifier, of: key)
    }
    if let parent = task.description.parent { subtasks[parent, default: []].append(key) }
  }

  private mutating func addName(_ name: String?, of key: TaskKey) {
    if let name { keysByIdentifier[name, default: []].insert(key) }
  }

  private mutating func removeName(_ name: String?, of key: TaskKey) {
    guard let name else { return }
    keysByIdentifier[name]?.remove(key)
    if keysByIdentifier[name]?.isEmpty == true { keysByIdentifier[name] = nil }
  }

  /// Returns the listed tasks that have `identifier`, in no order.
  func named(_ identifier: String) -> [TrackedTask] {
    keysByIdentifier[identifier]?.compactMap { self[$0] } ?? []
  }

  private mutating func removeSubtask(_ key: TaskKey, of parent: TaskKey?) {
    guard let parent else { return }
    subtasks[parent]?.removeAll { $0 == key }
    if subtasks[parent]?.isEmpty == true { subtasks[parent] = nil }
  }

  /// Removes a task. The last task of the array takes its place.
  private mutating func remove(_ key: TaskKey) {
    guard let place = places.removeValue(forKey: key) else { return }
    removeSubtask(key, of: rows[place].description.parent)
    removeName(rows[place].identifier, of: key)
    guard let last = rows.popLast() else { return }
    if place < rows.count {
      rows[place] = last
      places[last.key] = place
    }
  }

  /// Returns the parent that the task names; nil if it names none, or if the task isn't listed.
  func parent(of key: TaskKey) -> TaskKey? {
    find(key).flatMap { rows[$0].description.parent }
  }

  func number(of key: TaskKey) -> TaskNumber? { places[key].map { rows[$0].number } }

  /// Returns the listed direct subtasks of `key`.
  func subtasks(of key: TaskKey) -> [TaskKey] { subtasks[key] ?? [] }

  /// Returns the listed subtasks of `key`, of all generations, parents before their subtasks. The
  /// task itself isn't among them, even if parents form a ring.
  func allSubtasks(of key: TaskKey) -> [TaskKey] {
    guard var found = subtasks[key], !found.isEmpty else { return [] }
    var seen: Set<TaskKey> = [key]
    found = found.filter { seen.insert($0).inserted }
    var place = 0
    while place < found.count {
      for subtask in subtasks[found[place]] ?? [] where seen.insert(subtask).inserted {
        found.append(subtask)
      }
      place += 1
    }
    return found
  }

  /// Whether `condition` holds for a subtask of `key`, of any generation.
  func hasSubtask(of key: TaskKey, where condition: (borrowing TrackedTask) -> Bool) -> Bool {
    guard var next = subtasks[key], !next.isEmpty else { return false }
    var seen: Set<TaskKey> = [key]
    while let subtask = next.popLast() {
      guard seen.insert(subtask).inserted else { continue }
      if let place = places[subtask], condition(rows[place]) { return true }
      next += subtasks[subtask] ?? []
    }
    return false
  }

  mutating func giveBackRoom() {
    rows = rows.withoutSpareRoom
    places = places.withoutSpareRoom
    subtasks = subtasks.withoutSpareRoom
    keysByIdentifier = keysByIdentifier.withoutSpareRoom
  }
}

extension TrackedTask {
  fileprivate var identifier: String? { description.identifier?.string }
}
