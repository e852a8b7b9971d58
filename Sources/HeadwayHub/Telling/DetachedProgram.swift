import HeadwaySystem

/// A program that nobody waits for.
struct DetachedProgram: Sendable {
  /// The program, which ``ProgramPath`` finds, and its arguments.
  var words: [String]
  /// Descriptors that the program gets under the numbers from `firstDescriptor` on.
  var descriptors: [OwnedDescriptor] = []
  /// Completes the program right before it starts, off the event loop. With false there is nothing
  /// to run, and that is a success. What others could change meanwhile is decided here, not when
  /// the program begins to wait for its turn.
  var prepare: (@Sendable (inout DetachedProgram) -> Bool)?
  /// The changes to the environment as `NAME=value`, each ended by a NUL. Thousands of programs may
  /// wait: one array takes a third of the memory of a dictionary of strings.
  private let changes: [UInt8]

  /// The number below is the pipe of the exit status.
  static let firstDescriptor: CInt = 4

  /// `variables` replace those of this process.
  init(_ words: [String], variables: [String: String] = [:]) {
    self.words = words
    var changes: [UInt8] = []
    changes.reserveCapacity(
      variables.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 2 })
    for (name, value) in variables {
      // A NUL would end the value, and begin another variable.
      changes += "\(name)=\(value)".utf8.lazy.filter { $0 != 0 }
      changes.append(0)
    }
    self.changes = changes
  }

  /// The memory that this program takes while it waits, about.
  var byteCount: Int { words.reduce(changes.count + 128) { $0 + $1.utf8.count } }

  /// The environment to start this program with: this process's, with the changes.
  var environment: [RawText] {
    let new = changes.split(separator: 0)
    let names = Set(new.map { $0.prefix { $0 != UInt8(ascii: "=") } })
    let kept = OwnProcess.environment.filter { entry in
      !names.contains(entry.bytes[...].prefix { $0 != UInt8(ascii: "=") })
    }
    return kept + new.map { RawText($0) }
  }
}
