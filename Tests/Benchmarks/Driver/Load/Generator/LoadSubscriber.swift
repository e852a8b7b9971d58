import HeadwayCore
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
    socket = new
    let hello = dialect.hello(as: .monitor)
    do { try new.send(hello + dialect.subscription) } catch { socket = nil }
  }

  private func take(_ bytes: UnsafeRawBufferPointer, _ now: Int64) throws {
    framer.append(bytes)
    while let line = try framer.next() {
      guard line.contains(Self.change), let number = Self.number(in: line), number > Self.first
      else { continue }
      changeCount += 1
      latencies.record(UInt64(max(0, now - number)))
    }
  }

  private static let change = Array("\"type\":\"change\"".utf8)
  private static let first: Int64 = 1_000_000_000

  private static func number(in line: ArraySlice<UInt8>) -> Int64? {
    guard let mark = line.firstRange(of: UpdateTemplate.mark) else { return nil }
    let digits = line[mark.upperBound...].prefix { (0x30...0x39).contains($0) }
    return Int64(String(decoding: digits, as: UTF8.self))
  }
}
