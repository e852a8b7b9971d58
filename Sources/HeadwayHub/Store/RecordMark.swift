import HeadwayModel
import HeadwaySystem

/// The totals of everything that was ever written to a record.
///
/// The record keeps these totals itself, in the table `sequence`. The mark beside the record
/// repeats them.
struct RecordTotals: Hashable, Sendable {
  /// The number of tasks that were saved, plus the number of tasks that were removed.
  var changes: Int64 = 0
  var highestNumber = 0
  /// The time of the last change; 1970 if there was none.
  var changedAt = WallTime(millisecondsSinceEpoch: 0)
}

/// The totals of the record after the hub's last commit, in a file of their own.
///
/// If the log of SQLite (`record.sqlite-wal`) is missing, cut or garbled, SQLite treats it as a log
/// that ends earlier, and reports nothing (sqlite.org/walformat.html). A record whose totals are
/// below those of the mark has therefore lost the changes in between.
struct RecordMark: Hashable, Sendable {
  /// Whether a hub has the record open, or was killed while it had.
  var isOpen = true
  var totals = RecordTotals()
  /// The last trouble with the record. The hub tells people of it for a week.
  var notice: Notice?

  struct Notice: Hashable, Sendable {
    var text: SanitisedText
    var at: WallTime
  }

  private static let noticeAge: Duration = .seconds(7 * 86_400)

  /// The notice, unless it is too old.
  func currentNotice(at now: WallTime) -> Notice? {
    notice.flatMap { now.since($0.at) <= Self.noticeAge ? $0 : nil }
  }

  /// Compares the mark with the totals that the record has.
  ///
  /// - Returns: the loss; nil if nothing is missing.
  func loss(in found: RecordTotals) -> RecordLoss? {
    guard found.changes < totals.changes else { return nil }
    return RecordLoss(
      changes: totals.changes - max(0, found.changes), wasOpen: isOpen, kept: found,
      highestNumber: max(totals.highestNumber, found.highestNumber))
  }
}

/// The changes that a record lost while no hub had it.
struct RecordLoss: Hashable, Sendable {
  /// The number of changes that are missing.
  var changes: Int64
  /// Whether the hub before was killed, so that a part of the record was in its log.
  var wasOpen: Bool
  /// The totals that the record still has.
  var kept: RecordTotals
  /// The highest task number that was ever given.
  var highestNumber: Int

  /// The loss on one line, for people: what is missing, since when, why, and how numbers go on.
  var words: String {
    let cause =
      wasOpen
      ? String(
        wire: "the record's log, record.sqlite-wal, was removed or damaged while no hub ran")
      : String(wire: "the file was replaced or damaged while no hub ran")
    return String(
      wire: "\(lostWords) may be lost: \(cause); numbers go on after \(highestNumber)")
  }

  private var lostWords: String {
    let time = LocalTime(kept.changedAt.wholeSeconds).text("%Y-%m-%d %H:%M:%S")
    return switch (kept.changes > 0, changes) {
    case (true, 1): String(wire: "1 change after \(time)")
    case (true, _): String(wire: "\(changes) changes after \(time)")
    case (false, 1): String(wire: "everything (1 change)")
    case (false, _): String(wire: "everything (\(changes) changes)")
    }
  }
}
