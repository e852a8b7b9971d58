import HeadwaySystem

/// A program that runs apart from the hub: a hook or a notification.
struct DetachedProgram: Sendable {
  /// The program, which ``ProgramPath`` finds, and its arguments.
  var words: [String]
  /// The descriptors that the program gets, under the numbers from `firstDescriptor` on.
  var descriptors: [OwnedDescriptor] = []
  /// Completes the program right before it starts, off the event loop.
  ///
  /// Checks of things that others could change belong here, because the program may wait for its
  /// turn for long. The closure returns false if there is nothing to run, which counts as a
  /// success.
  var prepare: (@Sendable (inout DetachedProgram) -> Bool)?
  /// The changes to the environment: `NAME=value` entries, each ended by a NUL. Thousands of
  /// programs may wait, and one array takes a third of the memory of a dictionary of strings.
  private let changes: [UInt8]

  /// The number of the first descriptor. The number before it is the pipe for the exit status.
  static let firstDescriptor: CInt = 4

  /// Makes a program.
  ///
  /// - Parameter variables: environment variables that replace those of this process.
  init(_ words: [String], variables: [String: String] = [:]) {
    self.words = words
    var changes: [UInt8] = []
    changes.reserveCapacity(
      variables.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 2 })
    for (name, value) in variables {
      // A NUL would end the value and begin another variable.
      changes += "\(name)=\(value)".utf8.lazy.filter { $0 != 0 }
      changes.append(0)
    }
    self.changes = changes
  }

  /// The approximate memory that this program takes while it waits, in bytes.
  var byteCount: Int { words.reduce(changes.count + 128) { $0 + $1.utf8.count } }

  /// The environment for this program: that of this process, with the changes.
  var environment: [RawText] {
    let new = changes.split(separator: 0)
    let names = Set(new.map { $0.prefix { $0 != UInt8(ascii: "=") } })
    let kept = OwnProcess.environment.filter { entry in
      !names.contains(entry.bytes[...].prefix { $0 != UInt8(ascii: "=") })
    }
    return kept + new.map { RawText($0) }
  }
}
