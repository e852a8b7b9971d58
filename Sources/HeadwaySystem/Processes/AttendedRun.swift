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
    let pipe = try DescriptorPair.pipe()
    let output = try pipe.second.raised()
    var request = SpawnRequest(
      path: RawText(program), arguments: words.map { RawText($0) },
      environment: OwnProcess.environment)
    request.defaultSignals = .all
    request.endsWithParent = true
    request.duplicates = [
      (null.raw, 0), (showsOutput ? STDERR_FILENO : null.raw, 1), (output.raw, 2),
    ]
    // The descriptors stay open until the child has them.
    defer { withExtendedLifetime((null, output)) {} }
    let child = try request.spawn()
    pipe.first.setNonblocking()
    var tail = StreamTail()
    // The end of the program counts, and not that of the pipe: an ssh that shares its connection
    // keeps the pipe open.
    while !ProcessExit.wait(for: child, within: .zero) {
      var poller = Poller()
      poller.watch(pipe.first.raw, .readable)
      poller.wait(until: SystemClocks.awake + Self.lookPause)
      tail.read(pipe.first)
    }
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0, Glibc.errno == EINTR {}
    tail.read(pipe.first)
    let signal = status & 0x7F
    self.status = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    errors = tail.text
  }

  /// The time between looks at the program.
  private static let lookPause: Duration = .milliseconds(20)
}
