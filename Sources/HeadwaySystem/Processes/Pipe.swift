internal import CHeadwaySystem
internal import HeadwayModel

/// A pair of connected, close-on-exec descriptors: a pipe or a socket pair.
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

  /// Makes a pipe (pipe2(2)): the first descriptor is the read end, the second the write end.
  package static func pipe() throws(SystemError) -> DescriptorPair {
    try DescriptorPair("pipe2") { headway_pipe($0) }
  }

  /// Makes a socket pair that keeps message boundaries (socketpair(2)). An end of file shows that
  /// the peer is gone.
  package static func messages() throws(SystemError) -> DescriptorPair {
    try DescriptorPair("socketpair") { headway_message_pair($0) }
  }

  /// Makes a socket pair for a byte stream (socketpair(2)). At the first end no call blocks for
  /// longer than `limit`.
  package static func stream(waitingAtMost limit: Duration) throws(SystemError) -> DescriptorPair {
    let milliseconds = Poller.milliseconds(in: limit)
    return try DescriptorPair("socketpair") { headway_stream_pair($0, milliseconds) }
  }
}

/// The size of the largest pipe that needs no privilege (`/proc/sys/fs/pipe-max-size`, pipe(7)).
package let largestPipeBytes: CInt = 1 << 20

/// Resizes a pipe to hold `bytes`. The pipe keeps its size if the kernel refuses.
package func resizePipe(_ descriptor: CInt, bytes: CInt = largestPipeBytes) {
  _ = headway_pipe_resize(descriptor, bytes)
}
