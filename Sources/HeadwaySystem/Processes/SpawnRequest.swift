internal import CHeadwaySystem
internal import Glibc
internal import SystemPackage

/// A child to start and the properties that it doesn't inherit, as those of posix_spawn(3).
package struct SpawnRequest: Sendable {
  /// Searched in PATH unless it holds a slash.
  package var path: RawText
  /// With the name in front.
  package var arguments: [RawText]
  /// `NAME=value`.
  package var environment: [RawText]
  package var signalMask = SignalSet()
  /// Set to their default although this process may ignore them.
  package var defaultSignals = SignalSet()
  package var startsSession = false
  package var startsGroup = false
  /// The terminal whose foreground group the child's own group becomes.
  package var foregroundTerminal: CInt?
  /// Opened first: with a new session, the controlling terminal.
  package var terminal: (path: RawText, descriptor: CInt)?
  /// What its standard streams are.
  package var streams = Streams.inherited
  /// Parent's descriptor to child's; an equal pair is inherited as it is.
  package var duplicates: [(source: CInt, target: CInt)] = []
  /// The child's soft limits; nil: it inherits those of this process.
  package var limits = ResourceLimits.found

  package enum Streams: Hashable, Sendable {
    case inherited
    /// null(4), all three, and no other descriptor of this process but the duplicates, however it came
    /// by it: accepted connections aren't close-on-exec everywhere. The duplicates' targets are then 3,
    /// 4 and so on.
    case null
  }

  package init(path: RawText, arguments: [RawText], environment: [RawText]) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
  }

  /// Starts the child and returns its process id.
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
    return pairs.withUnsafeBufferPointer { pairs in
      var request = headway_spawn_request(
        path: path, arguments: arguments, environment: environment,
        mask: signalMask.raw, defaults: defaultSignals.raw, starts_session: startsSession ? 1 : 0,
        starts_group: startsGroup ? 1 : 0, null_streams: streams == .null ? 1 : 0,
        foreground_terminal: foregroundTerminal ?? -1,
        terminal_path: terminal == nil ? nil : UnsafePointer(paths[1]),
        terminal_descriptor: terminal?.descriptor ?? -1, duplicates: pairs.baseAddress,
        duplicate_count: pairs.count, soft_limits: nil)
      guard let limits else { return headway_spawn(&request, &child) }
      return limits.withPointer { limits in
        request.soft_limits = limits
        return headway_spawn(&request, &child)
      }
    }
  }
}

/// A null-terminated array of C strings, freed with its owner.
final class CStringVector {
  typealias Pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  private let pointers: Pointers
  private let count: Int

  init(_ texts: [RawText]) {
    count = texts.count
    pointers = .allocate(capacity: count + 1)
    pointers.initialize(repeating: nil, count: count + 1)
    for (index, text) in texts.enumerated() {
      pointers[index] = (text.bytes + [0]).withUnsafeBytes { bytes in
        bytes.baseAddress.flatMap { strdup($0.assumingMemoryBound(to: CChar.self)) }
      }
    }
  }

  /// They are there until `body` returns.
  func withPointers<Result>(_ body: (Pointers) -> Result) -> Result {
    withExtendedLifetime(self) { body(pointers) }
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
