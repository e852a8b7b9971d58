internal import CHeadwaySystem
internal import Glibc
package import HeadwayModel

/// The note that a hub keeps about itself: whether it listens, and what it is working on.
///
/// On a file system in memory the note is a mapped file, which survives any death of the process
/// and costs no system call. Elsewhere the file gets the note only from ``starts(_:)``,
/// ``serves()``, ``ends()`` and the handler of crash signals. Written by one thread at a time.
package final class HubNote: @unchecked Sendable {
  private let note: UnsafeMutablePointer<headway_note>
  private let file: CInt

  /// An activity, and the task that it is about.
  package struct Work: Hashable, Sendable {
    package var activity: UInt32
    /// The task's number; 0 for none.
    package var number: Int
    package var key: Key?

    /// The key of a task, as two halves of 64 bits.
    package struct Key: Hashable, Sendable {
      package var high: UInt64
      package var low: UInt64

      package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
      }
    }

    package init(activity: UInt32, number: Int = 0, key: Key? = nil) {
      self.activity = activity
      self.number = number
      self.key = key
    }
  }

  /// Creates a note in memory that no other process can read.
  package init() {
    note = .allocate(capacity: 1)
    note.initialize(to: headway_note())
    file = -1
  }

  /// Begins the note of this process at `path`. If the file can't be created, no other process can
  /// read the note.
  package init(at path: String) {
    var file: CInt = -1
    note = headway_note_open(path, &file)
    self.file = file
    note.pointee.magic = UInt64(HEADWAY_NOTE_MAGIC)
    note.pointee.process = getpid()
    note.pointee.started_at = Self.now
    note.pointee.seen_at = Self.now
    note.pointee.state = UInt32(HEADWAY_NOTE_STARTING)
    headway_note_publish(note, file)
  }

  /// Installs handlers for crash signals (SIGSEGV and its kind). A handler writes to the note and
  /// prints one line to standard error. Call it once per process.
  ///
  /// - Parameter words: the names of the activities, by number.
  package func catchCrashes(_ words: [String]) {
    let copies = UnsafeMutablePointer<UnsafePointer<CChar>>.allocate(capacity: max(1, words.count))
    var count = 0
    for word in words {
      guard let copy = strdup(word) else { break }
      (copies + count).initialize(to: UnsafePointer(copy))
      count += 1
    }
    headway_note_catch(note, file, STDERR_FILENO, copies, count)
  }

  /// Lets the handler of crash signals run on the calling thread even after a stack overflow.
  package static func useHandlerStack() { headway_note_use_stack() }

  /// Notes a step of the hub's start.
  package func starts(_ activity: UInt32) {
    headway_note_activity(note, activity)
    headway_note_publish(note, file)
  }

  /// Notes that the hub listens, and has nothing to do.
  package func serves() {
    note.pointee.listening_at = Self.now
    note.pointee.state = UInt32(HEADWAY_NOTE_SERVING)
    starts(0)
  }

  /// Notes that the hub says goodbye.
  package func ends() {
    note.pointee.state = UInt32(HEADWAY_NOTE_ENDED)
    headway_note_publish(note, file)
  }

  /// Notes work without a task, at `time` of CLOCK_BOOTTIME. Stores only.
  package func work(_ activity: UInt32, at time: RunningTime) {
    headway_note_activity(note, activity)
    note.pointee.seen_at = Self.nanoseconds(time.sinceOrigin)
  }

  /// Replaces the noted work and returns what was noted before. Stores only.
  package func exchange(_ work: Work) -> Work {
    let before = Self.work(of: note.pointee)
    headway_note_activity(note, work.activity)
    note.pointee.task_number = Int64(work.number)
    if let key = work.key {
      note.pointee.key_high = key.high
      note.pointee.key_low = key.low
      note.pointee.has_key = 1
    }
    return before
  }

  fileprivate static func work(of note: headway_note) -> Work {
    let key = note.has_key == 1 ? Work.Key(high: note.key_high, low: note.key_low) : nil
    return Work(activity: note.activity, number: Int(clamping: note.task_number), key: key)
  }

  private static var now: Int64 { nanoseconds(SystemClocks.running.sinceOrigin) }

  private static func nanoseconds(_ time: Duration) -> Int64 {
    let (seconds, attoseconds) = time.components
    return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
  }
}

extension HubNote {
  /// The contents of a hub's note, read by another process. Times are of CLOCK_BOOTTIME.
  package struct Reading: Hashable, Sendable {
    /// The last state that the hub noted.
    package enum State: Hashable, Sendable {
      case starting, serving, ended
      case crashed(signal: Int32, at: RunningTime)
    }

    package let state: State
    package let process: Int32
    package let startedAt: RunningTime
    /// The time at which the hub began to listen; nil if it hasn't yet.
    package let listeningAt: RunningTime?
    /// The last time at which the hub was seen at work.
    package let seenAt: RunningTime
    /// The work at the time of the reading. Nil if the file isn't updated while the hub works.
    package let work: Work?

    /// The signal and time of a crash; nil unless a crash signal's handler wrote the note.
    package var crash: (signal: Int32, at: RunningTime)? {
      if case .crashed(let signal, let time) = state { return (signal, time) }
      return nil
    }
  }

  /// Reads the note at `path`. Nil if there is none, or it has an unknown format.
  package static func read(_ path: String) -> Reading? {
    let size = MemoryLayout<headway_note>.size
    guard let bytes = (try? DurableFile.read(path, byteLimit: 4096)) ?? nil, bytes.count >= size
    else { return nil }
    return Reading(bytes.withUnsafeBytes { $0.loadUnaligned(as: headway_note.self) })
  }
}

extension HubNote.Reading {
  fileprivate init?(_ note: headway_note) {
    guard note.magic == UInt64(HEADWAY_NOTE_MAGIC) else { return nil }
    switch Int(note.state) {
    case Int(HEADWAY_NOTE_STARTING): state = .starting
    case Int(HEADWAY_NOTE_SERVING): state = .serving
    case Int(HEADWAY_NOTE_ENDED): state = .ended
    case Int(HEADWAY_NOTE_CRASHED):
      state = .crashed(signal: note.signal, at: Self.time(note.died_at))
    default: return nil
    }
    process = note.process
    startedAt = Self.time(note.started_at)
    listeningAt = note.listening_at > 0 ? Self.time(note.listening_at) : nil
    seenAt = Self.time(max(note.started_at, note.seen_at))
    let isKnown = note.is_live == 1 || state != .serving
    work = isKnown ? HubNote.work(of: note) : nil
  }

  private static func time(_ nanoseconds: Int64) -> RunningTime {
    RunningTime(sinceOrigin: .nanoseconds(nanoseconds))
  }
}
