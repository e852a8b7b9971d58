import HeadwayModel
import HeadwaySystem
import HeadwayWire
import Histogram

/// A subscriber to every task, and how old what it is told is.
final class LoadSubscriber {
  enum Pace {
    case prompt, slow, stopped
  }

  private let dialect: HeadwayDialect
  private let pace: Pace
  private var socket: LoadSocket?
  private var framer = LineFramer()
  private var isCurrent = false
  private(set) var changeCount = 0
  /// Microseconds from the update to its change here.
  private(set) var latencies = Histogram<UInt64>(
    highestTrackableValue: 100_000_000, numberOfSignificantValueDigits: .three)

  init(dialect: HeadwayDialect, pace: Pace) {
    self.dialect = dialect
    self.pace = pace
    tryConnect()
  }

  func forgetLatencies() { latencies.reset() }

  /// Reads what is there; `number` is the number of an update sent now.
  func step(_ buffer: UnsafeMutableRawBufferPointer, number: Int64) {
    guard pace == .prompt else { return }
    guard let socket else { return tryConnect() }
    do {
      while case let count = try socket.receive(into: buffer), count > 0 {
        try take(UnsafeRawBufferPointer(rebasing: buffer[..<count]), number)
      }
    } catch {
      self.socket = nil
    }
  }

  /// Ten times a second.
  func sip(_ buffer: UnsafeMutableRawBufferPointer) {
    guard pace == .slow else { return }
    guard let socket else { return tryConnect() }
    do { _ = try socket.receive(into: .init(rebasing: buffer[..<4096])) } catch {
      self.socket = nil
    }
  }

  private func tryConnect() {
    guard let new = try? dialect.connect() else { return }
    framer = LineFramer()
    isCurrent = false
    socket = new
    let hello = dialect.hello(as: .monitor)
    do { try new.send(hello + dialect.subscription) } catch { socket = nil }
  }

  /// The snapshot tells what was; only what changes after it has an age.
  private func take(_ bytes: UnsafeRawBufferPointer, _ now: Int64) throws {
    framer.append(bytes)
    while let line = try framer.next() {
      guard isCurrent else {
        isCurrent = line.count < 100 && line.contains(Self.snapshotEnd)
        continue
      }
      guard let number = Self.number(in: line), number > Self.first else { continue }
      changeCount += 1
      latencies.record(UInt64(max(0, now - number)))
    }
  }

  private static let snapshotEnd = Array("snapshotEnd".utf8)
  private static let first: Int64 = 1_000_000_000
  private static let search = ByteSearch(
    UpdateTemplate.mark, rarest: UpdateTemplate.rarestOfMark)

  private static func number(in line: ArraySlice<UInt8>) -> Int64? {
    line.withUnsafeBytes { bytes in
      guard let place = search.first(in: bytes) else { return nil }
      let digits = bytes[(place + search.text.count)...].prefix { (0x30...0x39).contains($0) }
      return Int64(String(decoding: digits, as: UTF8.self))
    }
  }
}
