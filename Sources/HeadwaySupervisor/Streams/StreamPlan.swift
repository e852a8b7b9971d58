package import HeadwaySystem

/// What each standard stream of the command becomes, each on its own merits.
package struct StreamPlan: Hashable, Sendable {
  package enum Input: Hashable, Sendable {
    case terminal
    case inherited
  }

  package enum Output: Hashable, Sendable {
    case terminal
    /// A pipe that is pumped to this process's own stream.
    case pipe
    /// The pipe of standard output: both are open on one file, and order holds.
    case sharedPipe
    /// The command writes there itself: to nowhere where the stream is closed, or to a file.
    case inherited
  }

  package let input: Input
  package let output: Output
  package let error: Output
  package let terminalUse: TerminalUse

  /// With a limit on the size of files, a file isn't pumped to: the signal (SIGXFSZ) and the error
  /// of the limit (EFBIG) are the command's.
  package init(
    input: OpenFile, output: OpenFile, error: OpenFile, limitsFileSize: Bool = false
  ) {
    self.input = input.kind == .terminal ? .terminal : .inherited
    self.output = Self.output(for: output, limitsFileSize)
    let isPipe = self.output == .pipe && error == output
    self.error = isPipe ? .sharedPipe : Self.output(for: error, limitsFileSize)
    terminalUse = TerminalUse(
      inputIsTerminal: input.kind == .terminal, outputIsTerminal: output.kind == .terminal,
      errorIsTerminal: error.kind == .terminal)
  }

  /// All three are a pty of the command's own, which nothing here stands for.
  package static let detached = StreamPlan()

  private init() {
    (input, output, error) = (.terminal, .terminal, .terminal)
    terminalUse = .detached
  }

  private static func output(for file: OpenFile, _ limitsFileSize: Bool) -> Output {
    switch file.kind {
    case .terminal: .terminal
    case .pipe, .socket, .device: .pipe
    case .regular: limitsFileSize ? .inherited : .pipe
    case .closed: .inherited
    }
  }

  /// Standard output is a pipe of its own, and mingles with no message.
  package var separatesData: Bool { output == .pipe && error != .sharedPipe }

  /// The outer stream that stands for the terminal: the first that is one.
  package var terminalStream: CInt? {
    if terminalUse == .detached { return nil }
    if output == .terminal { return 1 }
    if error == .terminal { return 2 }
    return input == .terminal ? 0 : nil
  }
}
