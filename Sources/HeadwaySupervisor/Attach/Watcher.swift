internal import HeadwayCore
internal import HeadwayRecognition
internal import HeadwaySystem
internal import HeadwayWire

/// One connection of somebody attached: their keys in, the terminal's output out.
///
/// It keeps one frame on its way out, a place in the output, and one chunk of keys: nobody waits for
/// it, and what it is too slow for it doesn't get.
final class Watcher {
  private let connection: OwnedDescriptor
  /// The time until which its hello must have come.
  let helloDue: Duration
  private var frames = AttachFrameReader()
  private var filter = QueryFilter()
  /// The next byte of output to send; nil before the hello.
  private var place: UInt64?
  /// Before it is what was shown long ago: nobody is asked anything any more.
  private var replayEnd: UInt64 = 0
  private var outbox: [UInt8] = []
  private var sent = 0
  private var nextOutput: Duration = .zero
  private(set) var size: AttachSize?
  /// Keys that the command's terminal hasn't taken yet.
  private(set) var keys: [UInt8] = []
  private var typedCount: UInt64 = 0
  /// It has said or done what ends it.
  private(set) var isOver = false

  /// In bytes: output that has come to so much isn't waited with.
  private static let chunkSize = 8192
  /// Smaller output is gathered for so long.
  private static let pause: Duration = .milliseconds(4)
  private static let readSize = 4096

  init(_ connection: OwnedDescriptor, helloDue: Duration) {
    self.connection = connection
    self.helloDue = helloDue
  }

  enum Event: Hashable {
    case greeted, typed, resized
  }

  var raw: CInt { connection.raw }
  var isGreeted: Bool { place != nil }

  // MARK: - In

  /// What it says. Nothing more is read while keys wait: this end's buffers stay small. With
  /// `isFull`, a hello is refused.
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
      while let frame = try frames.next() { events += take(frame, output, isFull: isFull) }
    } catch {
      refuse("what came is no attach protocol; update headway")
    }
    return events
  }

  private func take(_ frame: AttachFrame, _ output: RecentOutput, isFull: Bool) -> [Event] {
    switch frame {
    case .hello where !isGreeted && isFull:
      refuse("too many terminals are attached already; detach one of them")
      return []
    case .hello(let versions) where !isGreeted: return greet(versions, output)
    case .size(let size) where isGreeted:
      self.size = size
      return [.resized]
    case .input(let input) where isGreeted && !input.isEmpty:
      keys += input
      return [.typed]
    case .hello, .size, .input, .welcome, .output, .skipped, .typed, .ended, .refused: return []
    }
  }

  /// The command's terminal has taken so many of the keys.
  func removeTyped(_ count: Int) {
    keys.removeFirst(count)
    typedCount += UInt64(count)
  }

  func dropKeys() { keys = [] }

  private func greet(_ versions: AttachVersions, _ output: RecentOutput) -> [Event] {
    guard let version = AttachVersions.own.common(with: versions) else {
      refuse("its supervisor speaks another version; attach with the headway that runs it")
      return []
    }
    queue(.welcome(version: version))
    place = output.beginning
    replayEnd = output.end
    return [.greeted]
  }

  // MARK: - Out

  /// Whether there is something to send by now.
  func wantsWrite(_ output: RecentOutput, now: Duration) -> Bool {
    guard outbox.isEmpty else { return true }
    guard let place else { return false }
    return output.end - place >= UInt64(Self.chunkSize) || output.end > place && now >= nextOutput
  }

  /// When small output is due.
  func deadline(_ output: RecentOutput, now: Duration) -> Duration? {
    guard outbox.isEmpty, let place, output.end > place, now < nextOutput else { return nil }
    return nextOutput
  }

  /// Sends what the connection takes. `drives`: its terminal is the one that is asked.
  func send(_ output: RecentOutput, drives: Bool, now: Duration) {
    flush()
    while outbox.isEmpty, !isOver, let place, output.end > place {
      nextOutput = now + Self.pause
      queueNext(of: output, from: place, drives: drives)
      flush()
    }
  }

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

  func end(_ ending: AttachEnding) {
    if typedCount > 0 { queue(.typed(typedCount)) }
    queue(.ended(ending))
  }

  func refuse(_ reason: SanitisedText) {
    queue(.refused(reason))
    flush()
    isOver = true
  }

  private func queue(_ frame: AttachFrame) { outbox += frame.bytes }

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

  var hasUnsent: Bool { !outbox.isEmpty }
}
