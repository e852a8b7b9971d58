package import HeadwayModel

/// A message between a supervisor and a client that is attached to its terminal.
///
/// `headway attach` and `headway send` are such clients. The frames are binary because they carry
/// terminal bytes. The article <doc:Attach> describes the order of the frames.
package enum AttachFrame: Hashable, Sendable {
  /// The client's first frame: the versions that the client speaks.
  case hello(AttachVersions)
  /// The supervisor's first frame: the version that both sides use from here on.
  case welcome(version: UInt8)
  /// The size of the client's terminal, sent at the start and after every change.
  case size(AttachSize)
  /// Keys that the client's user typed.
  case input([UInt8])
  /// Bytes that the client's terminal must show.
  case output([UInt8])
  /// The number of output bytes left out here, because they came faster than the client read them.
  case skipped(UInt64)
  /// The number of the client's input bytes that the command's terminal accepted; sent before
  /// ``ended(_:)``.
  case typed(UInt64)
  /// The last frame of a task that has ended.
  case ended(AttachEnding)
  /// The last frame of a connection that the supervisor refuses, with the reason.
  case refused(SanitisedText)
}

/// The range of versions of the attach protocol that one side speaks, both ends included.
package struct AttachVersions: Hashable, Sendable {
  /// The versions that this build speaks.
  package static let own = AttachVersions(oldest: 1, newest: 1)

  package let oldest: UInt8
  package let newest: UInt8

  package init(oldest: UInt8, newest: UInt8) {
    self.oldest = oldest
    self.newest = newest
  }

  /// Returns the newest version that `other` speaks too; nil if there is none.
  package func common(with other: AttachVersions) -> UInt8? {
    let version = min(newest, other.newest)
    return version >= max(oldest, other.oldest) ? version : nil
  }
}

/// A terminal's size in cells and in pixels; see TIOCGWINSZ in ioctl_tty(2).
///
/// The pixels are 0 for a terminal that doesn't report them.
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

/// The end of a task, for an attached client.
package struct AttachEnding: Hashable, Sendable {
  /// The exit status that `headway run` returns; nil if the status isn't known.
  package let status: ExitStatus?
  /// The end in words, such as "completed", for the client's user.
  package let sentence: SanitisedText

  package init(status: ExitStatus?, sentence: SanitisedText) {
    self.status = status
    self.sentence = sentence
  }
}
