internal import CHeadwaySystem
internal import Glibc
internal import HeadwayModel

/// A finished program that could ask the user on the terminal, and its standard error.
///
/// The program is in the foreground group of this process, so that Ctrl-C ends both. It ends with
/// this process, too.
///
/// ```swift
/// let run = try AttendedRun(path, ["rsync", "--", "a", "build1:"], showsOutput: true)
/// ```
package struct AttendedRun: Hashable, Sendable {
  /// The exit code, or 128 + signal for a killed program, as in a shell.
  package let status: Int32
  /// The end of what it wrote on standard error.
  package let errors: String

  /// The number of bytes of standard error that are kept.
  private static let errorLimit = 4096

  /// Runs a program and waits for its end. Its standard input is empty.
  ///
  /// - Parameters:
  ///   - words: The path of the program, and its arguments with its name.
  ///   - showsOutput: Whether its standard output goes to this process's standard error. Otherwise
  ///     it is discarded.
  package init(
    _ program: String, _ words: [String], showsOutput: Bool
  ) throws(SystemError) {
    let null = try OwnedDescriptor.null()
    // Another process that keeps a pipe open would delay its end. A file has none.
    let file = try OwnedDescriptor(opening: "memfd_create", headway_memory_file()).raised()
    var request = SpawnRequest(
      path: RawText(program), arguments: words.map { RawText($0) },
      environment: OwnProcess.environment)
    request.defaultSignals = .all
    request.endsWithParent = true
    request.duplicates = [
      (null.raw, 0), (showsOutput ? STDERR_FILENO : null.raw, 1), (file.raw, 2),
    ]
    let child = try request.spawn()
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0, Glibc.errno == EINTR {}
    let signal = status & 0x7F
    self.status = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    errors = Self.end(of: file)
  }

  private static func end(of file: OwnedDescriptor) -> String {
    let size = max(0, lseek(file.raw, 0, SEEK_END))
    lseek(file.raw, max(0, size - errorLimit), SEEK_SET)
    let bytes = [UInt8](unsafeUninitializedCapacity: errorLimit) { buffer, count in
      count = 0
      if case .bytes(let read) = Transfer.read(file.raw, into: .init(buffer)) { count = read }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
