internal import HeadwayModel
internal import HeadwayRecognition
internal import HeadwaySystem
internal import HeadwayWire

/// The connection of one attached terminal: its keys in, the command's output out.
///
/// A watcher holds at most one outgoing frame, one place in the output and one chunk of keys.
/// Nobody waits for a watcher: output that it is too slow to read is skipped. `AttachServer` is the
/// only user.
final class Watcher {
  private let connection: OwnedDescriptor
  /// The time by which the hello must arrive (`SystemClocks.awake`).
  let helloDue: AwakeTime
  private var frames = AttachFrameReader()
  private var filter = QueryFilter()
  private var answers = ProgramStatusAnswerFilter()
  /// The place of the next byte to send; nil before the hello.
  private var place: UInt64?
  /// The place at which live output begins. Bytes before it are a replay: queries in them are
  /// filtered out, since the command no longer waits for an answer.
  private var replayEnd: UInt64 = 0
  private var outbox: [UInt8] = []
  private var sent = 0
  private var nextOutput: AwakeTime = .origin
  /// The size of the watcher's terminal; nil before the watcher has sent it.
  private(set) var size: AttachSize?
  /// Keys that are still to be written to the command's terminal.
  private(set) var keys: [UInt8] = []
  /// The number of bytes that were written to the command's terminal.
  private var typedCount: UInt64 = 0
  /// Whether the connection is at its end or was refused; `AttachServer` then removes the watcher.
  private(set) var isOver = false

  /// The number of bytes of output that is sent without waiting for more.
  private static let chunkSize = 8192
  /// The time for which a smaller amount of output is collected.
  private static let pause: Duration = .milliseconds(4)
  /// The number of bytes read at once.
  private static let readSize = 4096

  /// Wraps a new connection, which has to say hello by `helloDue`.
  init(_ connection: OwnedDescriptor, helloDue: AwakeTime) {
    self.connection = connection
    self.helloDue = helloDue
  }

  /// Something that the watcher did, for `AttachServer` to handle.
  enum Event: Hashable {
    case greeted, typed, resized
  }

  /// The connection's descriptor, to poll.
  var raw: CInt { connection.raw }
  /// Whether the hello has arrived and was accepted.
  var isGreeted: Bool { place != nil }

  // MARK: - In

  /// Reads once from the connection and handles the complete frames.
  ///
  /// `AttachServer` doesn't call this while keys wait, so that buffers stay small. With `isFull`, a
  /// hello is refused.
  func receive(_ output: RecentOutput, isFull: Bool) -> [Event] {
    var events: [Event] = []
    withUnsafeTemporaryAllocation(byteCount: Self.readSize, alignment: 1) { buffer in
      switch Transfer.receive(raw, into: buffer) {
      case .bytes(let count): frames.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      case .wouldBlock: break
      case .ended, .failed: isOver = true
      }
    }
    do {
      while let frame = try frames.next() { events += handle(frame, output, isFull: isFull) }
    } catch {
      refuse(SanitisedText(wire: "the client doesn't speak the attach protocol; update headway"))
    }
    return events
  }

  /// Handles one frame. Frames that only a server sends are ignored.
  private func handle(_ frame: AttachFrame, _ output: RecentOutput, isFull: Bool) -> [Event] {
    switch frame {
    case .hello where !isGreeted && isFull:
      refuse(SanitisedText(wire: "too many terminals are attached already; detach one of them"))
      return []
    case .hello(let versions) where !isGreeted: return greet(versions, output)
    case .size(let size) where isGreeted:
      self.size = size
      return [.resized]
    case .input(let input) where isGreeted && !input.isEmpty:
      let typed = answers.pass(Array(input))
      keys += typed
      return typed.isEmpty ? [] : [.typed]
    case .hello, .size, .input, .welcome, .output, .skipped, .typed, .ended, .refused: return []
    }
  }

  /// Removes the first `count` bytes of ``keys``, which the command's terminal has taken.
  func removeTyped(_ count: Int) {
    keys.removeFirst(count)
    typedCount += UInt64(count)
  }

  /// Forgets the keys that the command doesn't take.
  func dropKeys() { keys = [] }

  /// Answers a hello with the newest common version, and begins the replay of recent output.
  private func greet(_ versions: AttachVersions, _ output: RecentOutput) -> [Event] {
    guard let version = AttachVersions.own.common(with: versions) else {
      refuse(
        SanitisedText(
          wire: "the supervisor speaks another version; attach with the headway that runs the task")
      )
      return []
    }
    queue(.welcome(version: version))
    place = output.beginning
    replayEnd = output.end
    return [.greeted]
  }

  // MARK: - Out

  /// Whether there is something to send by `now`.
  func wantsWrite(_ output: RecentOutput, now: AwakeTime) -> Bool {
    guard outbox.isEmpty else { return true }
    guard let place else { return false }
    return output.end - place >= UInt64(Self.chunkSize) || output.end > place && now >= nextOutput
  }

  /// The time at which a small amount of output must be sent; nil if none waits.
  func deadline(_ output: RecentOutput, now: AwakeTime) -> AwakeTime? {
    guard outbox.isEmpty, let place, output.end > place, now < nextOutput else { return nil }
    return nextOutput
  }

  /// Sends as much output as the connection takes without blocking. `drives`: the watcher is the
  /// driver, so that its terminal may answer the command's queries.
  func send(_ output: RecentOutput, drives: Bool, now: AwakeTime) {
    flush()
    while outbox.isEmpty, !isOver, let place, output.end > place {
      nextOutput = now + Self.pause
      queueNext(of: output, from: place, drives: drives)
      flush()
    }
  }

  /// Queues the next chunk of output, or a note about how many bytes were skipped.
  private func queueNext(of output: RecentOutput, from place: UInt64, drives: Bool) {
    guard place >= output.start else {
      self.place = output.beginning
      queue(.skipped(output.beginning - place))
      return
    }
    let bytes = output.bytes(from: place, limit: Self.chunkSize)
    self.place = place + UInt64(bytes.count)
    let isAsked = drives && place >= replayEnd
    let passed = isAsked ? filter.letGo() + bytes : filter.pass(bytes)
    if !passed.isEmpty { queue(.output(passed)) }
  }

  /// Queues the number of typed bytes and the command's end.
  func end(_ ending: AttachEnding) {
    if typedCount > 0 { queue(.typed(typedCount)) }
    queue(.ended(ending))
  }

  /// Tells the watcher why it can't attach, and ends the connection.
  func refuse(_ reason: SanitisedText) {
    queue(.refused(reason))
    flush()
    isOver = true
  }

  private func queue(_ frame: AttachFrame) { outbox += frame.bytes }

  /// Sends queued bytes until the connection takes no more.
  func flush() {
    while sent < outbox.count {
      let result = outbox.withUnsafeBytes {
        Transfer.send(raw, UnsafeRawBufferPointer(rebasing: $0[sent...]))
      }
      switch result {
      case .bytes(let count): sent += count
      case .wouldBlock: return
      case .ended, .failed:
        isOver = true
        return
      }
    }
    outbox.removeAll(keepingCapacity: true)
    sent = 0
  }

  /// Whether a part of a frame is still to be sent.
  var hasUnsent: Bool { !outbox.isEmpty }
}
