import Glibc
import HeadwayModel
import HeadwaySystem

/// Commands that are joined by pipes and read by this process.
struct Pipeline {
  let commands: [[String]]

  /// The bytes that came out, and the time from the first start until the end of them.
  func drain() throws -> (bytes: Int, time: Duration) {
    let start = SystemClocks.awake
    let (children, output) = try startAll()
    let count = Self.discard(output)
    let time = SystemClocks.awake - start
    for child in children { try child.command.check(Child.wait(for: child.process)) }
    return (count, time)
  }

  private func startAll() throws -> (
    children: [(command: Child, process: CInt)], output: OwnedDescriptor
  ) {
    var children: [(command: Child, process: CInt)] = []
    var input: OwnedDescriptor?
    for words in commands {
      let pipe = try DescriptorPair.pipe()
      let child = Child(command: words, streams: [input?.raw, pipe.second.raw, nil])
      children.append((child, try withExtendedLifetime((input, pipe)) { try child.start() }))
      input = pipe.first
    }
    guard let input else { throw BenchmarkError("a pipeline without commands") }
    return (children, input)
  }

  private static func discard(_ output: OwnedDescriptor) -> Int {
    var total = 0
    withUnsafeTemporaryAllocation(byteCount: 1 << 17, alignment: 4096) { buffer in
      while case .bytes(let count) = Transfer.read(output.raw, into: buffer) { total += count }
    }
    return total
  }
}
