package import HeadwayModel

/// A tree of named steps of a Zig program, each with the amount that is done.
package struct ZigProgressTree: Hashable, Sendable {
  /// A step of the program.
  struct Node: Hashable, Sendable {
    var completed: UInt32
    /// The amount in all; 0 if it is unknown.
    var total: UInt32
    var name: SanitisedText
    /// The index of the parent in `nodes`; nil for a root.
    var parent: Int?
  }

  private let nodes: [Node]

  /// Reads a whole message (see ``ZigProgressDecoder``).
  ///
  /// A node may come before its parent. A parent that isn't in the message counts as none. A total
  /// of 2³² − 1 counts as unknown.
  init(message: [UInt8]) {
    let count = Int(message.first ?? 0)
    nodes = (0..<count).compactMap { index in
      let start = 1 + index * ZigProgressDecoder.nodeByteCount
      let parentIndex = 1 + count * ZigProgressDecoder.nodeByteCount + index
      guard parentIndex < message.count else { return nil }
      let parent = Int(message[parentIndex])
      let total = Self.number(message[(start + 4)..<(start + 8)])
      return Node(
        completed: Self.number(message[start..<(start + 4)]), total: total == .max ? 0 : total,
        name: Self.name(message[(start + 8)..<(start + 48)]), parent: parent < count ? parent : nil)
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func name(_ bytes: ArraySlice<UInt8>) -> SanitisedText {
    SanitisedText(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
  }

  /// The node that measures the whole program: the highest one with a known total.
  ///
  /// The search goes down level by level. Nil if several nodes of one level have a total, since
  /// nobody knows how much of the whole each of them is.
  private var whole: Node? {
    var level = nodes.indices.filter { nodes[$0].parent == nil }
    while !level.isEmpty {
      let known = level.filter { nodes[$0].total > 0 }
      if !known.isEmpty { return known.count == 1 ? nodes[known[0]] : nil }
      level = nodes.indices.filter { index in nodes[index].parent.map(level.contains) ?? false }
    }
    return nil
  }

  /// The name of the deepest step that has one; of several the last.
  package var subtitle: SanitisedText? {
    let named = nodes.indices.filter { !nodes[$0].name.isBlank }
    let placed = named.compactMap { index in depth(of: index).map { (depth: $0, index: index) } }
    return placed.max { $0 < $1 }.map { nodes[$0.index].name }
  }

  /// The number of steps up to a root; nil in a ring, which no honest message has.
  private func depth(of index: Int) -> Int? {
    var (depth, next) = (0, nodes[index].parent)
    while let parent = next {
      depth += 1
      if depth > nodes.count { return nil }
      next = nodes[parent].parent
    }
    return depth
  }

  /// The state of the whole program; nil while no node measures it.
  var progress: (completed: Int64, total: Int64, name: SanitisedText)? {
    whole.map { (Int64(min($0.completed, $0.total)), Int64($0.total), $0.name) }
  }
}

/// Turns one tree after the other into readings.
///
/// A smaller amount or total begins the next phase, and so does another name of the whole.
///
/// ```swift
/// var phases = ZigProgressPhases()
/// if let tree = decoder.takeTree(), let reading = phases.reading(of: tree) { … }
/// ```
package struct ZigProgressPhases: Sendable {
  private var names = PhaseNames()
  private var latest: (completed: Int64, total: Int64, name: SanitisedText)?

  package init() {}

  /// The reading of a tree; nil while nothing measures the whole.
  package mutating func reading(of tree: ZigProgressTree) -> ProgressReading? {
    guard let progress = tree.progress else { return nil }
    let continues = latest.map {
      $0.name == progress.name && progress.completed >= $0.completed
        && progress.total >= $0.total
    }
    if continues != true { names.begin(progress.name.isBlank ? "build" : progress.name) }
    latest = progress
    return ProgressReading(
      completed: progress.completed, total: progress.total, unit: .empty, phase: names.current)
  }
}

/// Makes names of phases that differ from the name right before.
///
/// The hub begins a new phase only where the name changes. A tool may do `compile` twice in a row;
/// the second phase then is called `compile, again (2)`.
struct PhaseNames: Sendable {
  /// The name of the current phase; nil before the first.
  private(set) var current: SanitisedText?
  private var last: SanitisedText = .empty
  private var repeats = 0

  /// Begins a phase with the tool's name for it.
  mutating func begin(_ name: SanitisedText) {
    repeats = name == last ? repeats + 1 : 1
    last = name
    current = repeats == 1 ? name : SanitisedText("\(name), again (\(repeats))")
  }

  /// Begins a phase that has no name: `after compile`.
  mutating func end() { current = SanitisedText("after \(last)") }
}
