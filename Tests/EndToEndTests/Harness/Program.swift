import Foundation
import Glibc
import Testing

/// A process a scenario started: in a session of its own, without a terminal, its output in files.
final class Program: Sendable {
  let pid: pid_t
  let outputPath: String
  private let errorPath: String
  private let startedAt = ContinuousClock.now

  /// `input` is a file; by default there is none to read.
  init(
    _ arguments: [String], environment: [String: String], directory: String, scratch: String,
    input: String = "/dev/null"
  ) throws {
    outputPath = "\(scratch).out"
    errorPath = "\(scratch).err"
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let creation = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, outputPath, creation, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errorPath, creation, 0o600)
    pid = try Self.spawn(
      ["/usr/bin/env", "-C", directory] + arguments, environment, &actions)
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

  /// What it wrote up to now.
  var output: Data { FileManager.default.contents(atPath: outputPath) ?? Data() }
  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errorText: String {
    String(decoding: FileManager.default.contents(atPath: errorPath) ?? Data(), as: UTF8.self)
  }

  func send(_ signal: Int32) { kill(pid, signal) }

  /// Its end; killed with its session when it doesn't come.
  func outcome(within limit: Duration = .seconds(20)) async throws -> Outcome {
    var status: Int32 = 0
    do {
      try await eventually("the end of a command", within: limit) {
        waitpid(pid, &status, WNOHANG) == pid
      }
    } catch {
      kill(-pid, SIGKILL)
      throw HarnessError("\(error); it wrote: \(outputText.suffix(500)) \(errorText.suffix(500))")
    }
    return Outcome(
      status: .init(wait: status), output: output, errorText: errorText,
      took: ContinuousClock.now - startedAt)
  }
}
