internal import Glibc
internal import HeadwaySystem

/// What another process of this user waits for, read from its memory (proc(5): `mem`, `fdinfo`).
/// Empty where it can't be read.
struct ProcessMemory {
  let process: Int32
  private static let descriptorLimit = 1024
  /// Thirty years, far below what a Duration holds.
  private static let longestSeconds = 1_000_000_000

  init(process: Int32) { self.process = process }

  /// The descriptors of an array of pollfd that are polled for input.
  func polledDescriptors(at address: UInt64, count: UInt64) -> [Int32] {
    let count = Int(min(count, UInt64(Self.descriptorLimit)))
    return read(address, count * 8).withUnsafeBytes { bytes in
      (0..<bytes.count / 8).compactMap { index in
        let events = bytes.loadUnaligned(fromByteOffset: index * 8 + 4, as: Int16.self)
        guard events & Int16(POLLIN) != 0 else { return nil }
        return bytes.loadUnaligned(fromByteOffset: index * 8, as: Int32.self)
      }
    }
  }

  /// The members of an fd_set.
  func selectedDescriptors(at address: UInt64, below limit: UInt64) -> [Int32] {
    guard address != 0 else { return [] }
    let limit = Int(min(limit, UInt64(Self.descriptorLimit)))
    let set = read(address, (limit + 7) / 8)
    return (0..<limit).filter { $0 / 8 < set.count && set[$0 / 8] & (1 << ($0 % 8)) != 0 }
      .map(Int32.init)
  }

  /// The descriptors an epoll instance watches for input: `tfd:` and `events:` of its fdinfo.
  func epollDescriptors(of epoll: Int32) -> [Int32] {
    guard let text = readProcFile("/proc/\(process)/fdinfo/\(epoll)") else { return [] }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      guard fields.count >= 4, fields[0] == "tfd:", fields[2] == "events:",
        let events = UInt32(fields[3], radix: 16), events & 1 != 0
      else { return nil }
      return Int32(fields[1])
    }
  }

  /// Nil where there is none, or it can't be read.
  func duration(of limit: BlockedCall.TimeLimit) -> Duration? {
    switch limit {
    case .never: return nil
    case .milliseconds(let count): return .milliseconds(count)
    case .timespec(let address):
      return pair(at: address).map { .seconds($0.0) + .nanoseconds($0.1) }
    case .timeval(let address):
      return pair(at: address).map { .seconds($0.0) + .microseconds($0.1) }
    }
  }

  /// Seconds and their fraction; nothing that such a structure can't hold.
  private func pair(at address: UInt64) -> (Int, Int)? {
    let bytes = read(address, 16)
    guard bytes.count == 16 else { return nil }
    let (seconds, fraction) = bytes.withUnsafeBytes {
      ($0.loadUnaligned(as: Int.self), $0.loadUnaligned(fromByteOffset: 8, as: Int.self))
    }
    let isTime = seconds >= 0 && (0..<1_000_000_000).contains(fraction)
    return isTime ? (min(seconds, Self.longestSeconds), fraction) : nil
  }

  private func read(_ address: UInt64, _ byteCount: Int) -> [UInt8] {
    guard let offset = Int(exactly: address), byteCount > 0 else { return [] }
    let opened = open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return [] }
    let memory = OwnedDescriptor(opened)
    return [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      count = max(0, pread(memory.raw, buffer.baseAddress, byteCount, offset))
    }
  }
}
