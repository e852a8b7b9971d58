internal import CHeadwaySystem
internal import Glibc
package import HeadwayModel
internal import SystemPackage

/// A child to start, with the properties that it doesn't inherit, similar to posix_spawn(3).
///
/// ```swift
/// var request = SpawnRequest(
///   path: "/bin/ls", arguments: ["ls"], environment: OwnProcess.environment)
/// request.startsGroup = true
/// let process = try request.spawn()
/// ```
package struct SpawnRequest: Sendable {
  /// The program; searched in PATH unless it contains a slash.
  package var path: RawText
  /// The arguments, starting with the name.
  package var arguments: [RawText]
  /// The environment, as `NAME=value`.
  package var environment: [RawText]
  /// The signals that are blocked in the child.
  package var signalMask = SignalSet()
  /// The signals with the default disposition in the child, although this process may ignore them.
  package var defaultSignals = SignalSet()
  /// Whether the child leads a new session.
  package var startsSession = false
  /// Whether the child leads a new process group.
  package var startsGroup = false
  /// Whether SIGTERM ends the child when the thread that calls ``spawn()`` ends, for any reason
  /// (PR_SET_PDEATHSIG(2const)).
  package var endsWithParent = false
  /// The terminal whose foreground group becomes the child's group; nil for none.
  package var foregroundTerminal: CInt?
  /// The terminal that the child opens before any other descriptor. With a new session it becomes
  /// the controlling terminal.
  package var terminal: (path: RawText, descriptor: CInt)?
  /// The source of the child's standard streams.
  package var streams = Streams.inherited
  /// The descriptors to pass on: this process's number, then the child's. With equal numbers the
  /// descriptor is inherited as it is.
  package var duplicates: [(source: CInt, target: CInt)] = []
  /// The child's soft limits; nil if the child inherits those of this process.
  package var limits = ResourceLimits.found
  /// The limits and the niceness of the child that differ from this process's. What isn't permitted
  /// comes as near as it can.
  package var inherited = InheritedLimits()

  /// The standard streams of a child.
  package enum Streams: Hashable, Sendable {
    /// The streams of this process.
    case inherited
    /// null(4) for all three streams, and no other descriptor than the duplicates.
    ///
    /// All others are closed, even those that aren't close-on-exec by mistake, as some libraries'
    /// accepted connections. The targets of the duplicates must be 3, 4 and so on.
    case null
  }

  /// Creates a request that changes nothing but the program.
  package init(path: RawText, arguments: [RawText], environment: [RawText]) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
  }

  /// Starts the child and returns its process id. Throws the error of fork(2) or execve(2).
  package func spawn() throws(SystemError) -> CInt {
    let paths = CStringVector([path, terminal?.path ?? RawText("")])
    var child: pid_t = 0
    let error = paths.withPointers { paths in
      CStringVector(arguments).withPointers { arguments in
        CStringVector(environment).withPointers { environment in
          spawn(&child, paths, arguments, environment)
        }
      }
    }
    if error != 0 { throw SystemError("start", Errno(rawValue: error)) }
    return child
  }

  private func spawn(
    _ child: inout pid_t, _ paths: CStringVector.Pointers, _ arguments: CStringVector.Pointers,
    _ environment: CStringVector.Pointers
  ) -> CInt {
    guard let path = paths[0] else { return ENOMEM }
    let pairs = duplicates.map { headway_duplicate(source: $0.source, target: $0.target) }
    let further = inherited.limits.compactMap(\.raw)
    return further.withUnsafeBufferPointer { further in
      pairs.withUnsafeBufferPointer { pairs in
        var request = headway_spawn_request(
          path: path, arguments: arguments, environment: environment,
          mask: signalMask.raw, defaults: defaultSignals.raw, starts_session: startsSession ? 1 : 0,
          starts_group: startsGroup ? 1 : 0, ends_with_parent: endsWithParent ? 1 : 0,
          null_streams: streams == .null ? 1 : 0,
          foreground_terminal: foregroundTerminal ?? -1,
          terminal_path: terminal == nil ? nil : UnsafePointer(paths[1]),
          terminal_descriptor: terminal?.descriptor ?? -1, duplicates: pairs.baseAddress,
          duplicate_count: pairs.count, soft_limits: nil, limits: further.baseAddress,
          limit_count: further.count, sets_niceness: inherited.niceness == nil ? 0 : 1,
          niceness: CInt(inherited.niceness ?? 0))
        guard let limits else { return headway_spawn(&request, &child) }
        return limits.withPointer { limits in
          request.soft_limits = limits
          return headway_spawn(&request, &child)
        }
      }
    }
  }
}

/// A null-terminated array of C strings, as execve(2) takes it. The memory is freed with the value.
final class CStringVector {
  typealias Pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  private let pointers: Pointers
  private let count: Int

  /// Copies the texts.
  init(_ texts: [RawText]) {
    count = texts.count
    pointers = .allocate(capacity: count + 1)
    pointers.initialize(repeating: nil, count: count + 1)
    for (index, text) in texts.enumerated() {
      pointers[index] = text.bytes.withUnsafeBytes { bytes in
        let copy = malloc(bytes.count + 1)?.assumingMemoryBound(to: CChar.self)
        if let base = bytes.baseAddress, let copy { memcpy(copy, base, bytes.count) }
        copy?[bytes.count] = 0
        return copy
      }
    }
  }

  /// Calls `body` with the array, which is valid during the call only.
  func withPointers<Result>(_ body: (Pointers) -> Result) -> Result {
    withExtendedLifetime(self) { body(pointers) }
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
