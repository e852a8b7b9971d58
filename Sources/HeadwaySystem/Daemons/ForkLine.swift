internal import Glibc

/// Either end of the stream between a fork server and the one that asks. A message is whole or it is
/// nothing: then the other end is gone, or hangs.
struct ForkLine {
  private let descriptor: OwnedDescriptor

  init(_ descriptor: OwnedDescriptor) { self.descriptor = descriptor }

  func send(_ request: ForkRequest) -> Bool {
    let bytes = request.bytes
    return send(Int32(clamping: bytes.count)) && bytes.withUnsafeBytes(sendAll)
  }

  func send(_ number: Int32) -> Bool { withUnsafeBytes(of: number, sendAll) }

  func receiveRequest() -> ForkRequest? {
    guard let count = receiveNumber(), (1...ForkRequest.byteLimit).contains(Int(count)) else {
      return nil
    }
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
      isWhole = receiveAll(UnsafeMutableRawBufferPointer(buffer))
      filled = isWhole ? buffer.count : 0
    }
    return isWhole ? ForkRequest(bytes) : nil
  }

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
