package import HeadwayModel
package import HeadwaySystem

/// The kind of each of the command's standard streams, chosen by what this process's own streams
/// are.
///
/// The command gets a pty only for streams that are terminals here, so that `headway run` behaves
/// like the command itself in a pipeline.
package struct StreamPlan: Hashable, Sendable {
  /// The command's standard input.
  package enum Input: Hashable, Sendable {
    /// The command's pty.
    case terminal
    /// The supervisor's own standard input, which the command reads directly.
    case inherited
    /// `/dev/null`.
    case null
  }

  /// The command's standard output or standard error.
  package enum Output: Hashable, Sendable {
    /// The command's pty.
    case terminal
    /// A pipe whose output is moved to this process's own stream.
    case pipe
    /// The pipe of standard output. Both streams lead to one file here, and one pipe keeps the
    /// order of their bytes.
    case sharedPipe
    /// The supervisor's own stream, which the command writes directly: a closed stream, or a file
    /// whose size is limited.
    case inherited
  }

  package let input: Input
  package let output: Output
  package let error: Output
  /// The way in which the command uses the outer terminal.
  package let terminalUse: TerminalUse
  /// Whether the output goes nowhere but to the log.
  package let isDetached: Bool

  /// Plans the streams of a command whose supervisor has the given ones.
  ///
  /// `limitsFileSize`: the command has a limit on the size of files (RLIMIT_FSIZE). It then writes
  /// files itself, because the signal (SIGXFSZ) and the error (EFBIG) of the limit must reach the
  /// command.
  package init(
    input: OpenFile, output: OpenFile, error: OpenFile, limitsFileSize: Bool = false
  ) {
    isDetached = false
    self.input = input.kind == .terminal ? .terminal : .inherited
    self.output = Self.output(for: output, limitsFileSize)
    let isPipe = self.output == .pipe && error == output
    self.error = isPipe ? .sharedPipe : Self.output(for: error, limitsFileSize)
    terminalUse = TerminalUse(
      inputIsTerminal: input.kind == .terminal, outputIsTerminal: output.kind == .terminal,
      errorIsTerminal: error.kind == .terminal)
  }

  /// The plan for a detached command. Nobody sees its terminal or reads its pipes but this process.
  package init(_ streams: LaunchStreams) {
    isDetached = true
    switch streams {
    case .terminal:
      (input, output, error, terminalUse) = (.terminal, .terminal, .terminal, .detached)
    case .pipe: (input, output, error, terminalUse) = (.null, .pipe, .sharedPipe, .none)
    case .pipes: (input, output, error, terminalUse) = (.null, .pipe, .pipe, .none)
    }
  }

  private static func output(for file: OpenFile, _ limitsFileSize: Bool) -> Output {
    switch file.kind {
    case .terminal: .terminal
    case .pipe, .socket, .device: .pipe
    case .regular: limitsFileSize ? .inherited : .pipe
    case .closed: .inherited
    }
  }

  /// Whether standard output has a pipe of its own, without messages in between.
  package var separatesData: Bool { output == .pipe && error != .sharedPipe }

  /// The number of the first standard stream that is a terminal, with output before input. Nil if
  /// none is, or the command is detached.
  package var terminalStream: CInt? {
    if terminalUse == .detached { return nil }
    if output == .terminal { return 1 }
    if error == .terminal { return 2 }
    return input == .terminal ? 0 : nil
  }
}

/// The command's way of using the terminal that this process was started on.
package enum TerminalUse: Hashable, Sendable, CaseIterable {
  /// No standard stream is a terminal. The command gets no pty.
  case none
  /// Standard input and output are the terminal. It is taken whenever this process is the
  /// foreground job.
  case whole
  /// Another program of the pipeline reads the output, and may want the keys and set the modes. The
  /// terminal is taken only while the command reads its pty, or has set the pty up for keys as a
  /// password prompt does.
  case onDemand
  /// Input comes from elsewhere, as for a pager. The command starts in the pty's foreground, and
  /// the keys are taken as with ``onDemand``.
  case outputOnly
  /// No terminal exists here. The command has a pty of its own for terminals that attach.
  case detached

  /// Chooses the use by which of this process's standard streams are terminals.
  package init(inputIsTerminal: Bool, outputIsTerminal: Bool, errorIsTerminal: Bool) {
    switch (inputIsTerminal, outputIsTerminal, errorIsTerminal) {
    case (true, true, _): self = .whole
    case (true, false, _), (false, false, true): self = .onDemand
    case (false, true, _): self = .outputOnly
    case (false, false, false): self = .none
    }
  }
}
