package import Foundation
internal import Glibc
internal import Synchronization

/// A process that a scenario started, in a session of its own.
///
/// Its output goes to files, unless the scenario says otherwise.
package final class Program: Sendable {
  package let pid: Int32
  private let outputPath: String
  private let errorPath: String
  private let startedAt = ContinuousClock.now
  /// The status of wait(2). Nil while the process runs.
  private let status = Mutex<Int32?>(nil)

  /// Where a program reads from and writes to.
  package enum Streams {
    /// Standard input from the file `input`, output and errors to files.
    case files(input: String = "/dev/null")
    /// Standard input from a descriptor, output and errors to another. Nil means a file as above.
    case descriptors(input: Int32?, output: Int32?)
    /// All three on the terminal at this path, which becomes the controlling terminal.
    case terminal(String)
  }

  /// - Parameters:
  ///   - arguments: the program, by path or by a name that `PATH` in `environment` finds, and its
  ///     arguments.
  ///   - scratch: the path of the output files, without `.out` and `.err`.
  /// - Throws: ``HarnessError`` if the process can't be started.
  package init(
    _ arguments: [String], environment: [String: String], directory: String, scratch: String,
    streams: Streams = .files()
  ) throws {
    outputPath = "\(scratch).out"
    errorPath = "\(scratch).err"
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    Self.add(streams, outputPath, errorPath, to: &actions)
    pid = try Self.spawn(["/usr/bin/env", "-C", directory] + arguments, environment, &actions)
  }

  private static func add(
    _ streams: Streams, _ outputPath: String, _ errorPath: String,
    to actions: inout posix_spawn_file_actions_t
  ) {
    let creation = O_WRONLY | O_CREAT | O_TRUNC
    var (input, output): (Int32?, Int32?) = (nil, nil)
    var inputPath = "/dev/null"
    switch streams {
    case .files(let path): inputPath = path
    case .descriptors(let given, let taken): (input, output) = (given, taken)
    case .terminal(let path):
      posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
      (input, output) = (0, 0)
    }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, inputPath, O_RDONLY, 0)
    }
    if let output {
      // Errors first: the descriptor of the output may be 1 or 2 itself.
      for target in output == 1 ? [2, 1] : [1, 2] as [Int32] {
        posix_spawn_file_actions_adddup2(&actions, output, target)
      }
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, outputPath, creation, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, errorPath, creation, 0o600)
    }
  }

  private static func spawn(
    _ arguments: [String], _ environment: [String: String],
    _ actions: inout posix_spawn_file_actions_t
  ) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    sigfillset(&all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    let newSession: Int16 = 0x80
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | newSession)
    var pid: pid_t = 0
    let words = arguments.map { strdup($0) } + [nil]
    let entries = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + entries).forEach { free($0) } }
    let error = posix_spawn(&pid, arguments[0], &actions, &attributes, words, entries)
    guard error == 0 else {
      throw HarnessError("\(arguments[0]): \(String(cString: strerror(error)))")
    }
    return pid
  }

  /// The bytes that the program has written so far.
  package var output: Data { FileManager.default.contents(atPath: outputPath) ?? Data() }
  package var outputText: String { String(decoding: output, as: UTF8.self) }
  package var errorText: String {
    String(decoding: FileManager.default.contents(atPath: errorPath) ?? Data(), as: UTF8.self)
  }

  /// Whether the process has ended. The first call after the end collects its status.
  package var hasEnded: Bool { exitStatus != nil }

  /// The end. Nil while the process runs.
  package var exitStatus: Outcome.ExitStatus? {
    status.withLock { known in
      var now: Int32 = 0
      if known == nil, waitpid(pid, &now, WNOHANG) == pid { known = now }
      return known.map { Outcome.ExitStatus(wait: $0) }
    }
  }

  /// Sends a signal to the process. Does nothing once the status was collected: the number may
  /// belong to another process then.
  package func send(_ signal: Int32) {
    if !hasEnded { Glibc.kill(pid, signal) }
  }

  /// Kills the process and the others of its group, and collects its status.
  package func kill() {
    guard !hasEnded else { return }
    Glibc.kill(-pid, SIGKILL)
    Glibc.kill(pid, SIGKILL)
    let deadline = ContinuousClock.now + .seconds(5)
    while !hasEnded, ContinuousClock.now < deadline { usleep(500) }
  }

  /// Waits for the end, and returns it as `$?` has it. Nil if the end doesn't come within `limit`.
  package func end(
    within limit: Duration
  ) async -> Int32? {
    try? await eventually("the end", within: limit) { exitStatus?.shellCode }
  }

  /// Waits for the end. A program that doesn't end within `limit` is killed with its group.
  ///
  /// - Throws: ``HarnessError`` with what the program wrote.
  package func outcome(
    within limit: Duration = .seconds(60), file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Outcome {
    do {
      let status = try await eventually("the end of a command", within: limit) { exitStatus }
      return Outcome(
        status: status, output: output, errorText: errorText,
        took: ContinuousClock.now - startedAt)
    } catch {
      kill()
      throw HarnessError(
        "\(error); it wrote: \(outputText.suffix(500)) \(errorText.suffix(500))", at: file, line)
    }
  }
}
