/// How the command gets at the terminal this process was started on.
package enum TerminalUse: Hashable, Sendable, CaseIterable {
  /// No standard stream is a terminal: no pty.
  case none
  /// Input and output are the terminal: taken whenever this is its foreground job.
  case whole
  /// A pipeline reads the output: its reader may want the keys and set the modes, so they are taken
  /// only while the command is seen to read its terminal, or has set it up for keys, as a password
  /// prompt does.
  case onDemand
  /// Input comes from elsewhere: the command starts in the pty's foreground, and the keys are taken
  /// as with ``onDemand``: for a pager, say.
  case outputOnly
  /// No terminal here at all: the command has a pty of its own, for who attaches.
  case detached

  package init(inputIsTerminal: Bool, outputIsTerminal: Bool, errorIsTerminal: Bool) {
    switch (inputIsTerminal, outputIsTerminal, errorIsTerminal) {
    case (true, true, _): self = .whole
    case (true, false, _), (false, false, true): self = .onDemand
    case (false, true, _): self = .outputOnly
    case (false, false, false): self = .none
    }
  }
}
