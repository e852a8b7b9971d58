internal import Glibc
internal import HeadwaySystem

/// The arguments of another process's blocked system call, read from the memory of that process
/// (proc(5): `mem`, `fdinfo`).
///
/// Results are empty or nil if the memory can't be read. `InputWaitProbe` uses it for processes of
/// this user.
struct ProcessMemory {
  let process: Int32
  /// The number of descriptors that are looked at.
  private static let descriptorLimit = 1024
  /// The longest time limit that is distinguished: about thirty years, far below the largest
  /// Duration.
  private static let longestSeconds = 1_000_000_000

  init(process: Int32) { self.process = process }

  /// Returns the descriptors in an array of pollfd that are polled for input (poll(2)).
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

  /// Returns the members of an fd_set below `limit` (select(2)).
  func selectedDescriptors(at address: UInt64, below limit: UInt64) -> [Int32] {
    guard address != 0 else { return [] }
    let limit = Int(min(limit, UInt64(Self.descriptorLimit)))
    let set = read(address, (limit + 7) / 8)
    return (0..<limit).filter { $0 / 8 < set.count && set[$0 / 8] & (1 << ($0 % 8)) != 0 }
      .map(Int32.init)
  }

  /// Returns the descriptors that an epoll instance watches for input: `tfd:` and `events:` in its
  /// fdinfo.
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

  /// Returns a wait's time limit; nil if the wait has none or the limit can't be read.
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

  /// Reads seconds and their fraction. Nil for values that are no valid timespec(3type).
  private func pair(at address: UInt64) -> (Int, Int)? {
    let bytes = read(address, 16)
    guard bytes.count == 16 else { return nil }
    let (seconds, fraction) = bytes.withUnsafeBytes {
      ($0.loadUnaligned(as: Int.self), $0.loadUnaligned(fromByteOffset: 8, as: Int.self))
    }
    let isTime = seconds >= 0 && (0..<1_000_000_000).contains(fraction)
    return isTime ? (min(seconds, Self.longestSeconds), fraction) : nil
  }

  /// Reads up to `byteCount` bytes of the process's memory; empty if that isn't permitted.
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
