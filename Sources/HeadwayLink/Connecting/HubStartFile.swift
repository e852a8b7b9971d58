import Glibc
package import HeadwayCore
package import HeadwaySystem
import SystemPackage

/// The file of starts beside the hub's socket, and the note of the hub, as those read them who start
/// hubs or ask how one died.
package enum HubStartFile {
  private static let logByteLimit = 1 << 20

  /// Empty where there is no file, or none that can be read.
  static func read(_ paths: HeadwayPaths) -> HubStarts {
    let bytes = (try? DurableFile.read(paths.starts, byteLimit: HubStarts.byteLimit)) ?? nil
    return HubStarts(
      String(decoding: bytes ?? [], as: UTF8.self), now: SystemClocks.continuous)
  }

  /// Judges the latest start, and says a new death in the hub's log. Only for the holder of the start
  /// lock, where no hub listens.
  static func settle(_ starts: inout HubStarts, _ paths: HeadwayPaths) {
    guard let death = judge(&starts, paths) else { return }
    let pause = starts.pause
    let next = pause == .zero ? "" : "; jobs and monitors try again after \(pause.compact)"
    let line = "\(Self.logTime()) error headway: the hub \(words(death))\(next)\n"
    try? DurableFile.append(line, to: paths.hubLog, byteLimit: logByteLimit)
    write(starts, paths)
  }

  /// Replaces the file. A failure is no reason not to start a hub: then nobody counts its death.
  @discardableResult
  static func write(_ starts: HubStarts, _ paths: HeadwayPaths) -> Bool {
    let bytes = Array(starts.text.utf8)
    return (try? DurableFile.write(bytes, to: paths.starts, isDurable: false)) != nil
  }

  /// The file, to be appended to by the process that waits for a starting hub.
  static func openForOutcome(_ paths: HeadwayPaths) -> OwnedDescriptor? {
    let flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW
    return try? OwnedDescriptor(opening: "open", open(paths.starts, flags))
  }

  /// When and how the hub died, on the user's clock, with "the hub" as the subject.
  package static func words(_ death: HubDeath) -> String {
    death.words(at: LocalTime(death.wall.wholeSeconds).text("%Y-%m-%d %H:%M:%S"))
  }

  /// The latest death that a person should hear of: where no hub runs, the reason why, and where one
  /// runs, a death within the last day.
  ///
  /// - Parameter isRunning: a hub answers, or lives without answering.
  package static func lastDeath(_ paths: HeadwayPaths, isRunning: Bool) -> HubDeathNews? {
    var starts = read(paths)
    guard !isRunning, !isStarting(paths) else { return recent(starts.lastDeath) }
    _ = judge(&starts, paths)
    if starts.isFailing, let death = starts.lastDeath {
      return HubDeathNews(words: words(death), isFailing: true)
    }
    return recent(noted(paths, at: .now)?.death)
  }

  private static func recent(_ death: HubDeath?) -> HubDeathNews? {
    guard let death, SystemClocks.continuous - death.time < .seconds(86_400) else { return nil }
    return HubDeathNews(words: words(death), isFailing: false)
  }

  /// Whether a process is starting a hub: it holds the start lock.
  package static func isStarting(_ paths: HeadwayPaths) -> Bool {
    guard FileIdentity(of: paths.startLock) != nil else { return false }
    do { return try FileLock.acquire(paths.startLock) == nil } catch { return false }
  }

  private static func judge(_ starts: inout HubStarts, _ paths: HeadwayPaths) -> HubDeath? {
    let clocks = ClockReading.now
    return starts.settle(at: clocks.continuous, clocks.wall, note: noted(paths, at: clocks))
  }

  /// The latest hub's own note of its death; nil if the hub said goodbye.
  private static func noted(
    _ paths: HeadwayPaths, at clocks: ClockReading
  ) -> (startedAt: Duration, death: HubDeath)? {
    guard let note = HubNote.read(paths.hubNote), note.state != .ended else { return nil }
    let activity = note.work.map { work in
      HubActivity.words(
        work.activity, taskNumber: work.number,
        key: work.key.map { TaskKey(high: $0.high, low: $0.low) })
    }
    let death = HubDeath(
      listeningAt: note.listeningAt, seenAt: note.seenAt, crash: note.crash,
      activity: activity ?? .empty, now: clocks.continuous, clocks.wall)
    return (note.startedAt, death)
  }

  private static func logTime() -> String {
    LocalTime(SystemClocks.sinceEpoch.components.seconds).text("%Y-%m-%dT%H:%M:%S%z")
  }
}

/// One time, read from two clocks.
private struct ClockReading {
  var continuous: Duration
  var wall: WallTime

  static var now: ClockReading {
    ClockReading(
      continuous: SystemClocks.continuous,
      wall: WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds))
  }
}
