internal import CHeadwaySystem

/// Two connected descriptors, close-on-exec.
package struct DescriptorPair: Sendable {
  package let first: OwnedDescriptor
  package let second: OwnedDescriptor

  private init(_ operation: String, _ create: (UnsafeMutablePointer<CInt>) -> CInt)
    throws(SystemError)
  {
    var ends: [CInt] = [-1, -1]
    try SystemError.check(operation, create(&ends))
    first = OwnedDescriptor(ends[0])
    second = OwnedDescriptor(ends[1])
  }

  /// pipe2(2): the read end, then the write end.
  package static func pipe() throws(SystemError) -> DescriptorPair {
    try DescriptorPair("pipe2") { headway_pipe($0) }
  }

  /// socketpair(2) that keeps message boundaries; end of file tells that the peer is gone.
  package static func messages() throws(SystemError) -> DescriptorPair {
    try DescriptorPair("socketpair") { headway_message_pair($0) }
  }

  /// socketpair(2) of a stream; at the first end nothing waits longer than `limit`.
  package static func stream(waitingAtMost limit: Duration) throws(SystemError) -> DescriptorPair {
    let milliseconds = Poller.milliseconds(until: limit, from: .zero)
    return try DescriptorPair("socketpair") { headway_stream_pair($0, milliseconds) }
  }
}

/// The largest pipe that needs no privilege (`/proc/sys/fs/pipe-max-size`, pipe(7)).
package let largestPipeBytes: CInt = 1 << 20

/// Lets a pipe hold `bytes`; where that isn't granted it stays as it is.
package func resizePipe(_ descriptor: CInt, bytes: CInt = largestPipeBytes) {
  _ = headway_pipe_resize(descriptor, bytes)
}
