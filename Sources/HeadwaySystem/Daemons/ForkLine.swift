internal import Glibc

/// An end of the stream between a fork server and its client.
///
/// A message arrives completely or not at all. If a call fails, the other process is dead or hangs,
/// and the line is useless.
struct ForkLine {
  private let descriptor: OwnedDescriptor

  init(_ descriptor: OwnedDescriptor) { self.descriptor = descriptor }

  /// Sends a request, preceded by its length. Returns false if the other end is gone.
  func send(_ request: [UInt8]) -> Bool {
    send(Int32(clamping: request.count)) && request.withUnsafeBytes(sendAll)
  }

  /// Sends one number. Returns false if the other end is gone.
  func send(_ number: Int32) -> Bool { withUnsafeBytes(of: number, sendAll) }

  /// Waits for a request. Nil for one that is too long, or if the other end is gone.
  func receive() -> [UInt8]? {
    guard let count = receiveNumber(), (1...ForkRequest.byteLimit).contains(Int(count)) else {
      return nil
    }
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
      isWhole = receiveAll(UnsafeMutableRawBufferPointer(buffer))
      filled = isWhole ? buffer.count : 0
    }
    return isWhole ? bytes : nil
  }

  /// Waits for a number; nil if the other end is gone.
  func receiveNumber() -> Int32? {
    var number: Int32 = 0
    return withUnsafeMutableBytes(of: &number, receiveAll) ? number : nil
  }

  private func sendAll(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.send(descriptor.raw, part.baseAddress, part.count, CInt(MSG_NOSIGNAL))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private func receiveAll(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
    var rest = buffer[...]
    while !rest.isEmpty {
      let part = UnsafeMutableRawBufferPointer(rebasing: rest)
      guard case .bytes(let count) = Transfer.read(descriptor.raw, into: part) else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
