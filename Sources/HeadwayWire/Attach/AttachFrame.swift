package import HeadwayCore

/// One message between a supervisor and who is attached to its terminal: see the article <doc:Attach>.
package enum AttachFrame: Hashable, Sendable {
  /// The first of whoever attaches: the versions it speaks.
  case hello(AttachVersions)
  /// The supervisor's first: the version both speak from here on.
  case welcome(version: UInt8)
  /// The size of the attached terminal.
  case size(AttachSize)
  /// Keys.
  case input([UInt8])
  /// What the terminal shows.
  case output([UInt8])
  /// So many bytes of output are left out here: they came faster than they were read.
  case skipped(UInt64)
  /// So many bytes of this client's input has the command's terminal taken: before ``ended(_:)``.
  case typed(UInt64)
  /// The task is over; the last frame.
  case ended(AttachEnding)
  /// Why this connection gets nothing; the last frame.
  case refused(SanitisedText)
}

/// The versions of the attach protocol somebody speaks, both ends included.
package struct AttachVersions: Hashable, Sendable {
  package static let own = AttachVersions(oldest: 1, newest: 1)

  package let oldest: UInt8
  package let newest: UInt8

  package init(oldest: UInt8, newest: UInt8) {
    self.oldest = oldest
    self.newest = newest
  }

  /// The newest version that `other` speaks too; nil where there is none.
  package func common(with other: AttachVersions) -> UInt8? {
    let version = min(newest, other.newest)
    return version >= max(oldest, other.oldest) ? version : nil
  }
}

/// A terminal's size in cells and in pixels, as TIOCGWINSZ has it (ioctl_tty(2)).
package struct AttachSize: Hashable, Sendable {
  package var rows: UInt16
  package var columns: UInt16
  package var pixelWidth: UInt16
  package var pixelHeight: UInt16

  package init(rows: UInt16, columns: UInt16, pixelWidth: UInt16 = 0, pixelHeight: UInt16 = 0) {
    self.rows = rows
    self.columns = columns
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
  }
}

/// How a task ended, for who is attached to it.
package struct AttachEnding: Hashable, Sendable {
  /// How `headway run` leaves; nil where it isn't known.
  package let status: ExitStatus?
  /// In words: "completed".
  package let sentence: SanitisedText

  package init(status: ExitStatus?, sentence: SanitisedText) {
    self.status = status
    self.sentence = sentence
  }
}
