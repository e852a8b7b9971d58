import Foundation
import Glibc
import TestHarness

/// A program of Tests/Helpers that does what the lines of its standard input say.
struct LineDrivenProgram {
  private let program: Program
  private let lines: LinePipe

  init(_ name: String, _ arguments: String = "", in workspace: Workspace) throws {
    lines = try LinePipe(named: name, in: workspace)
    program = try workspace.start("exec \(Binaries.helper(name)) \(arguments) <\(lines.path)")
  }

  var pid: pid_t { program.pid }
  var outputText: String { program.outputText }

  func write(_ line: String) throws { try lines.write(line) }

  /// An empty line.
  func goOn() throws { try write("") }

  func send(_ signal: Int32) { program.send(signal) }

  func outcome() async throws -> Outcome { try await program.outcome() }
}

/// A pipe with a name, for lines to a program.
struct LinePipe {
  let path: String
  private let input: FileHandle

  init(named name: String, in workspace: Workspace) throws {
    path = "\(workspace.work)/\(name).in"
    guard mkfifo(path, 0o600) == 0 else { throw HarnessError("mkfifo: \(errno)") }
    // Open for both: nobody waits for the other end, and there is no end of the file.
    input = FileHandle(fileDescriptor: Glibc.open(path, O_RDWR | O_CLOEXEC), closeOnDealloc: true)
  }

  func write(_ line: String) throws { try input.write(contentsOf: Data("\(line)\n".utf8)) }
}
