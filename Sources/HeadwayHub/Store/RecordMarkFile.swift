import Glibc
import HeadwayModel
import HeadwaySystem
import Synchronization

/// The file of the mark, beside the record.
///
/// The hub makes the file durable when it opens and when it closes the record. After each commit
/// the hub only overwrites the file. If the hub is killed, the kernel still has the exact totals.
/// If the machine loses its power, older totals may be left. The next hub then notices less of a
/// loss, but never a loss that didn't happen.
final class RecordMarkFile: Sendable {
  private let path: String
  private let state: Mutex<State>

  private struct State {
    var mark = RecordMark()
    var descriptor: CInt?
  }

  /// The result of reading the path.
  enum Reading: Hashable, Sendable {
    /// There is no mark, because the record is new or an older headway wrote it.
    case none
    /// The mark can't be read, for this reason.
    case unreadable(String)
    case mark(RecordMark)
  }

  init(path: String) {
    self.path = path
    state = Mutex(State())
  }

  deinit { state.withLock { if let raw = $0.descriptor { Glibc.close(raw) } } }

  var mark: RecordMark { state.withLock { $0.mark } }

  static func read(_ path: String) -> Reading {
    do {
      guard let bytes = try DurableFile.read(path, byteLimit: 4096) else { return .none }
      return RecordMark(bytes: bytes).map(Reading.mark) ?? .unreadable("\(path) is garbled")
    } catch {
      return .unreadable("\(error)")
    }
  }

  /// Makes `mark` durable, and keeps the file open for the marks after the next commits.
  func begin(_ mark: RecordMark) throws(SystemError) {
    state.withLock { state in
      state.mark = mark
      if let raw = state.descriptor { Glibc.close(raw) }
      state.descriptor = nil
    }
    let raw = try Self.open(path, mark.bytes)
    state.withLock { $0.descriptor = raw }
  }

  /// Overwrites the mark if there is one, which takes no space on a full disk. Otherwise makes a
  /// file.
  private static func open(_ path: String, _ bytes: [UInt8]) throws(SystemError) -> CInt {
    if RegularFile(of: path)?.byteCount == RecordMark.byteCount,
      let raw = try? RegularFile.open(path, O_WRONLY)
    {
      if pwrite(raw, bytes, bytes.count, 0) == bytes.count, fsync(raw) == 0 { return raw }
      Glibc.close(raw)
    }
    try DurableFile.write(bytes, to: path)
    return try RegularFile.open(path, O_WRONLY)
  }

  /// Writes the totals after a commit.
  func note(_ totals: RecordTotals) {
    change { mark in
      mark.totals.changes = max(mark.totals.changes, totals.changes)
      mark.totals.highestNumber = max(mark.totals.highestNumber, totals.highestNumber)
      mark.totals.changedAt = totals.changedAt
    }
  }

  func note(_ notice: RecordMark.Notice) { change { $0.notice = notice } }

  /// Notes that the record is closed, and makes the mark durable.
  func close() {
    change { $0.isOpen = false }
    state.withLock { state in
      guard let raw = state.descriptor else { return }
      fsync(raw)
      Glibc.close(raw)
      state.descriptor = nil
    }
  }

  private func change(_ body: (inout RecordMark) -> Void) {
    state.withLock { state in
      body(&state.mark)
      guard let raw = state.descriptor else { return }
      let bytes = state.mark.bytes
      _ = pwrite(raw, bytes, bytes.count, 0)
    }
  }
}
