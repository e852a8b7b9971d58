import Glibc
package import HeadwayModel
package import HeadwaySystem
import SystemPackage

/// Access to the file that counts starts of hubs, and to the hub's own note.
///
/// The file lies beside the hub's socket. Processes that start hubs read it to delay further starts
/// after deaths, and `headway doctor` reads it to explain the last death.
package enum HubStartFile {
  /// The size in bytes up to which a death is appended to the hub's log.
  private static let logByteLimit = 1 << 20

  /// Returns the content of the file; empty if the file is missing or can't be read.
  static func read(_ paths: HeadwayPaths) -> HubStarts {
    let bytes = (try? DurableFile.read(paths.starts, byteLimit: HubStarts.byteLimit)) ?? nil
    return HubStarts(
      String(decoding: bytes ?? [], as: UTF8.self), now: SystemClocks.running)
  }

  /// Decides how the latest start ended, and writes a new death to the hub's log.
  ///
  /// Only the holder of the start lock may call the function, and only if no hub listens.
  static func settle(_ starts: inout HubStarts, _ paths: HeadwayPaths) {
    guard let death = judge(&starts, paths) else { return }
    let pause = starts.pause
    let next = pause == .zero ? "" : "; tasks and monitors try again after \(pause.compact)"
    let what = MessageCatalog.inEnglish { words(death) }
    let line = "\(Self.logTime()) error headway: the hub \(what)\(next)\n"
    try? DurableFile.append(line, to: paths.hubLog, byteLimit: logByteLimit)
    write(starts, paths)
  }

  /// Replaces the file. Returns false after a failure, which doesn't keep a hub from being started.
  @discardableResult
  static func write(_ starts: HubStarts, _ paths: HeadwayPaths) -> Bool {
    let bytes = Array(starts.text.utf8)
    return (try? DurableFile.write(bytes, to: paths.starts, isDurable: false)) != nil
  }

  /// Opens the file for appending, for the process that waits for the outcome of a start.
  static func openForOutcome(_ paths: HeadwayPaths) -> OwnedDescriptor? {
    let flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW
    return try? OwnedDescriptor(opening: "open", open(paths.starts, flags))
  }

  /// The time and the manner of a death, in the user's time zone, as a sentence without its subject
  /// "the hub".
  package static func words(_ death: HubDeath) -> String {
    death.words(at: LocalTime(death.wall.wholeSeconds).text("%Y-%m-%d %H:%M:%S"))
  }

  /// Returns the death that a person should hear of.
  ///
  /// If no hub runs, the death is the reason why. If one runs, only a death within the last day
  /// counts.
  ///
  /// - Parameter isRunning: whether a hub answers, or lives without answering.
  package static func lastDeath(_ paths: HeadwayPaths, isRunning: Bool) -> HubDeathNews? {
    var starts = read(paths)
    guard !isRunning, !isStarting(paths) else { return recent(starts.lastDeath) }
    _ = judge(&starts, paths)
    if starts.isFailing, let death = starts.lastDeath {
      return HubDeathNews(words: words(death), isFailing: true)
    }
    return recent(noted(paths, at: .now)?.death)
  }

  /// Returns the news of a death within the last day; nil for an older one.
  private static func recent(_ death: HubDeath?) -> HubDeathNews? {
    guard let death, SystemClocks.running - death.time < .seconds(86_400) else { return nil }
    return HubDeathNews(words: words(death), isFailing: false)
  }

  /// Whether a process holds the start lock, so that a hub is being started.
  package static func isStarting(_ paths: HeadwayPaths) -> Bool {
    guard FileIdentity(of: paths.startLock) != nil else { return false }
    do { return try FileLock.acquire(paths.startLock) == nil } catch { return false }
  }

  /// Decides how the latest start ended. Returns a death that wasn't known before.
  private static func judge(_ starts: inout HubStarts, _ paths: HeadwayPaths) -> HubDeath? {
    let clocks = ClockReading.now
    return starts.settle(at: clocks.running, clocks.wall, note: noted(paths, at: clocks))
  }

  /// The death according to the latest hub's own note; nil if the hub said goodbye.
  private static func noted(
    _ paths: HeadwayPaths, at clocks: ClockReading
  ) -> (startedAt: RunningTime, death: HubDeath)? {
    guard let note = HubNote.read(paths.hubNote), note.state != .ended else { return nil }
    // The file of starts keeps the words, so they are English.
    let activity = MessageCatalog.inEnglish {
      note.work.map { work in
        HubActivity.words(
          work.activity, taskNumber: work.number,
          key: work.key.map { TaskKey(high: $0.high, low: $0.low) })
      }
    }
    let death = HubDeath(
      listeningAt: note.listeningAt, seenAt: note.seenAt, crash: note.crash,
      activity: activity ?? .empty, now: clocks.running, clocks.wall)
    return (note.startedAt, death)
  }

  private static func logTime() -> String {
    LocalTime(SystemClocks.sinceEpoch.components.seconds).text("%Y-%m-%dT%H:%M:%S%z")
  }
}

/// A point in time as read from two clocks.
private struct ClockReading {
  var running: RunningTime
  var wall: WallTime

  static var now: ClockReading {
    ClockReading(
      running: SystemClocks.running,
      wall: WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds))
  }
}
