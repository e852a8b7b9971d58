import Glibc
import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// A command that is spoken to in lines, by its standard input and output; its standard error is
/// this process's.
final class TalkingChild {
  let started: AwakeTime
  private let child: Child
  private let process: CInt
  private var input: OwnedDescriptor?
  private let output: OwnedDescriptor
  private var framer = LineFramer()

  private static let patience: Duration = .seconds(60)

  init(_ words: [String]) throws {
    let (toChild, fromChild) = (try DescriptorPair.pipe(), try DescriptorPair.pipe())
    child = Child(command: words, streams: [toChild.first.raw, fromChild.second.raw, 2])
    started = SystemClocks.awake
    process = try withExtendedLifetime((toChild, fromChild)) { [child] in try child.start() }
    (input, output) = (toChild.second, fromChild.first)
  }

  func say(_ line: String) throws {
    guard let input else { return }
    var line = line + "\n"
    let written = line.withUTF8 { Transfer.write(input.raw, UnsafeRawBufferPointer($0)) }
    guard case .bytes = written else { throw BenchmarkError("\(name) doesn't listen") }
  }

  /// The next line it writes.
  func hear() throws -> String {
    let limit = SystemClocks.awake + Self.patience
    while true {
      if let line = try framer.next() { return String(decoding: line, as: UTF8.self) }
      guard try receive(until: limit) else { throw BenchmarkError("\(name) says no more") }
    }
  }

  /// Every line that still comes, and a success.
  func finish() throws -> [String] {
    input = nil
    var lines: [String] = []
    let limit = SystemClocks.awake + Self.patience
    repeat {
      while let line = try framer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    } while try receive(until: limit)
    try child.check(Child.wait(for: process))
    return lines
  }

  /// False where nothing more comes.
  private func receive(until limit: AwakeTime) throws -> Bool {
    var poller = Poller()
    poller.watch(output.raw, .readable)
    poller.wait(until: limit)
    guard poller.readiness(of: output.raw).isAny else {
      kill(process, SIGKILL)
      throw BenchmarkError("\(name) is silent")
    }
    return withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      guard case .bytes(let count) = Transfer.read(output.raw, into: buffer) else { return false }
      framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      return true
    }
  }

  private var name: String { child.command.joined(separator: " ") }
}
