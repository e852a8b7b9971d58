internal import Glibc
internal import HeadwayModel

/// A finished program, with what it wrote. For programs that answer and leave, such as `squeue`.
///
/// The program runs in a session of its own. Its standard input is short or empty. The call blocks: a thread
/// that may wait runs it.
///
/// ```swift
/// let run = try CapturedRun("/usr/bin/squeue", ["squeue", "--me"], within: .seconds(30))
/// if run.status == 0 { print(run.output.count) }
/// ```
package struct CapturedRun: Hashable, Sendable {
  /// The exit code, or 128 + signal for a killed program, as in a shell. Nil for a program that
  /// didn't end in time, and was killed for that.
  package let status: Int32?
  /// The bytes of standard output, at most ``outputLimit``.
  package let output: [UInt8]
  /// The end of the text on standard error.
  package let errors: String
  /// Whether standard output had more bytes than are kept.
  package let isCut: Bool

  /// The number of bytes that a pipe holds (pipe(7)), so that nobody has to wait while they are
  /// written: 64 KiB.
  package static let inputLimit = 65_536
  /// The number of bytes of standard output that are kept: 32 MiB.
  package static let outputLimit = 32 << 20

  /// Runs a program and waits for its end, for at most `limit`.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - words: Its arguments, with its name.
  ///   - environment: Its environment; nil for that of this process.
  ///   - input: Its standard input, at most ``inputLimit`` bytes.
  /// - Throws: ``SystemError`` if the program can't be started.
  package init(
    _ program: String, _ words: [String], environment: [RawText]? = nil, input: [UInt8] = [],
    within limit: Duration
  ) throws(SystemError) {
    var (child, streams) = try Self.start(program, words, environment, input)
    let isOver = streams.read(until: SystemClocks.awake + limit)
    if !isOver { kill(-child, SIGKILL) }
    // The hub ignores SIGCHLD, and has nothing to wait for.
    var ignored: CInt = 0
    while waitpid(child, &ignored, 0) < 0, Glibc.errno == EINTR {}
    (status, output) = (isOver ? streams.exit : nil, streams.output)
    (errors, isCut) = (streams.errorText, streams.isCut)
  }

  /// Starts the program under a shell that writes the exit status. The writing ends of the pipes are
  /// closed here on return, so that the end of the shell shows.
  private static func start(
    _ program: String, _ words: [String], _ environment: [RawText]?, _ text: [UInt8]
  ) throws(SystemError) -> (child: CInt, streams: Streams) {
    let script = #""$@" <&6 >&4 2>&5 3>&- 4>&- 5>&- 6<&-; echo $? >&3"#
    var request = SpawnRequest(
      path: "/bin/sh",
      arguments: (["sh", "-c", script, "sh", program] + words.dropFirst()).map { RawText($0) },
      environment: environment ?? OwnProcess.environment)
    request.startsSession = true
    request.defaultSignals = .all
    request.streams = .null
    let (status, output, errors) = (
      try DescriptorPair.pipe(), try DescriptorPair.pipe(), try DescriptorPair.pipe()
    )
    let input = try DescriptorPair.pipe()
    input.second.setNonblocking()
    guard write(input.second.raw, text, text.count) == text.count else {
      throw SystemError("write")
    }
    let targets = [
      try status.second.raised(), try output.second.raised(), try errors.second.raised(),
      try input.first.raised(),
    ]
    request.duplicates = zip(targets, 3...).map { ($0.raw, CInt($1)) }
    // The descriptors stay open until the child has them.
    defer { withExtendedLifetime(targets) {} }
    let child = try request.spawn()
    return (child, Streams(status.first, output.first, errors.first))
  }

  /// The three pipes.
  private struct Streams {
    private let status: OwnedDescriptor
    private let outputPipe: OwnedDescriptor
    private let errorPipe: OwnedDescriptor
    private var statusBytes: [UInt8] = []
    private(set) var output: [UInt8] = []
    private(set) var isCut = false
    private var errors = StreamTail()

    init(_ status: OwnedDescriptor, _ output: OwnedDescriptor, _ errors: OwnedDescriptor) {
      (self.status, outputPipe, errorPipe) = (status, output, errors)
      for pipe in [status, output, errors] { pipe.setNonblocking() }
    }

    var errorText: String { errors.text }

    /// The status that the shell wrote; nil if the shell was killed.
    var exit: Int32? {
      Int32(String(decoding: statusBytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }

    /// Reads until the shell has written the status, or is gone. Returns false if neither happens
    /// until `deadline`.
    mutating func read(until deadline: AwakeTime) -> Bool {
      var poller = Poller()
      while SystemClocks.awake < deadline {
        poller.begin()
        for pipe in [status, outputPipe, errorPipe] { poller.watch(pipe.raw, .readable) }
        poller.wait(until: deadline)
        readOutput()
        errors.read(errorPipe)
        guard readStatus() else { continue }
        // The program has ended, and what it wrote is in the pipes.
        readOutput()
        errors.read(errorPipe)
        return true
      }
      return false
    }

    /// Reads the status. Returns whether the shell is done.
    private mutating func readStatus() -> Bool {
      while true {
        var result = Transfer.wouldBlock
        let piece = [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
          result = Transfer.read(status.raw, into: UnsafeMutableRawBufferPointer(buffer))
          if case .bytes(let read) = result { count = read } else { count = 0 }
        }
        statusBytes = Array((statusBytes + piece).prefix(64))
        switch result {
        case .bytes: continue
        case .wouldBlock: return statusBytes.contains(UInt8(ascii: "\n"))
        case .ended, .failed: return true
        }
      }
    }

    private mutating func readOutput() {
      for _ in 0..<CapturedRun.readLimit {
        var result = Transfer.wouldBlock
        let piece = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
          result = Transfer.read(outputPipe.raw, into: UnsafeMutableRawBufferPointer(buffer))
          if case .bytes(let read) = result { count = read } else { count = 0 }
        }
        let room = CapturedRun.outputLimit - output.count
        output += piece.prefix(room)
        if piece.count > room { isCut = true }
        guard case .bytes = result else { return }
      }
    }
  }

  /// The number of reads at a time.
  private static let readLimit = 64
}
