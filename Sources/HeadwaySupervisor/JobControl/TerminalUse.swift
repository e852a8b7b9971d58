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
