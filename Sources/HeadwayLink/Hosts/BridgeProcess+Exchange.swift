import HeadwaySystem
import SystemPackage

extension BridgeProcess {
  /// The greatest number of bytes of an answer that are kept.
  private static let answerLimit = 65_536

  /// Sends all pieces of `next`, closes the input of the far command, and waits for its end.
  ///
  /// A far command that ends early reads no more, and the rest isn't sent.
  ///
  /// - Parameters:
  ///   - next: The next piece to send; nil after the last one. An error ends the exchange at once.
  ///   - progress: Called with the number of bytes that were sent so far.
  /// - Returns: the end of what the far command printed.
  func exchange(
    _ next: () throws(SystemError) -> [UInt8]?, progress: (Int) -> Void = { _ in }
  ) throws(SystemError) -> [UInt8] {
    var (answer, pending): ([UInt8], ArraySlice<UInt8>) = ([], [])
    var (isSending, hasErrors, sent) = (true, true, 0)
    var poller = Poller()
    while true {
      if isSending, pending.isEmpty {
        pending = try next()?[...] ?? []
        if pending.isEmpty {
          isSending = false
          UnixSocket.finishSending(owner.descriptor)
        }
      }
      poller.begin()
      poller.watch(owner.raw, .readable(andWritable: !pending.isEmpty))
      if hasErrors { poller.watch(errors.raw, .readable) }
      poller.wait(until: nil)
      if hasErrors, poller.readiness(of: errors.raw).isAny { hasErrors = drainErrors() }
      guard poller.readiness(of: owner.raw).isAny else { continue }
      switch pending.withUnsafeBytes({ Transfer.send(owner.raw, $0) }) {
      case .bytes(let count):
        pending = pending.dropFirst(count)
        sent += count
        progress(sent)
      case .wouldBlock: break
      case .ended, .failed: (pending, isSending) = ([], false)
      }
      guard let bytes = received() else { return answer }
      answer = Array((answer + bytes).suffix(Self.answerLimit))
    }
  }

  /// Takes what came from the far command; empty if nothing is there now. Nil at its end.
  private func received() -> [UInt8]? {
    var isOver = false
    let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
      count = 0
      switch Transfer.receive(owner.raw, into: UnsafeMutableRawBufferPointer(buffer)) {
      case .bytes(let received): count = received
      case .wouldBlock: break
      case .ended, .failed: isOver = true
      }
    }
    return isOver ? nil : bytes
  }
}
