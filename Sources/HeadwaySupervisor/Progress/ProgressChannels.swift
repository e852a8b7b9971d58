internal import HeadwayModel
internal import HeadwayRecognition
internal import HeadwaySystem

/// The channels besides its output on which a command can report progress.
///
/// - A socket for sd_notify(3) messages (`NOTIFY_SOCKET`).
/// - A pipe for Zig's progress protocol (`ZIG_PROGRESS`).
/// - A file for the text of Argo Workflows (`ARGO_PROGRESS_FILE`).
///
/// Each channel is open only if the command behaves the same with it as without. `ProgressSources`
/// reads them.
final class ProgressChannels {
  /// A message from the command.
  enum News {
    /// An sd_notify(3) message.
    case notice(ServiceNotice)
    /// The latest tree of Zig's progress nodes.
    case tree(ZigProgressTree)
  }

  private let notices: DatagramSocket?
  /// The end of Zig's pipe that this process reads; nil if the pipe isn't used or is broken.
  private var zig: OwnedDescriptor?
  /// The command's end of Zig's pipe; nil once the command has its copy.
  private var zigWriter: OwnedDescriptor?
  private var decoder = ZigProgressDecoder()
  /// The file for progress: the one that the command's environment names, or one beside the log. Nil
  /// without a log.
  private var file: RewrittenFile?
  /// Whether the command is told of ``file``.
  private let offersFile: Bool

  /// The number of messages read in a row before something else is handled.
  private static let roundLimit = 16

  /// Opens the channels that suit the command.
  ///
  /// The sd_notify socket opens if the options name a path. Zig's pipe opens for `zig` itself when
  /// its standard error isn't a terminal: with the pipe, Zig draws no bar on a terminal, and other
  /// programs would inherit an open file that isn't theirs.
  init(_ options: SupervisorOptions, _ plan: StreamPlan) {
    notices = options.noticePath.flatMap { try? DatagramSocket(at: $0) }
    let given = ProcessEnvironment.variable(Self.fileVariable) ?? ""
    let isFree = given.isEmpty || Self.isOfSupervisor(given, options)
    offersFile = isFree && options.progressPath != nil
    file = (isFree ? options.progressPath : given).map { RewrittenFile(at: $0) }
    let name = options.command.first?.string.split(separator: "/").last
    guard name == "zig", plan.error != .terminal, !Self.isSet(Self.zigVariable),
      let pipe = try? DescriptorPair.pipe()
    else { return }
    pipe.first.setNonblocking()
    pipe.second.setNonblocking()
    (zig, zigWriter) = (pipe.first, pipe.second)
  }

  private static let zigVariable = "ZIG_PROGRESS"
  private static let fileVariable = "ARGO_PROGRESS_FILE"
  private static func isSet(_ name: String) -> Bool { ProcessEnvironment.variable(name) != nil }

  /// Whether the path is that of a supervisor around this one, whose card isn't this command's: the
  /// progress file beside another log in the same folder.
  private static func isOfSupervisor(_ path: String, _ options: SupervisorOptions) -> Bool {
    guard let own = options.progressPath, let end = own.lastIndex(of: "/") else { return false }
    return path.hasSuffix(HeadwayPaths.progressSuffix) && path.hasPrefix(own[...end])
  }

  /// The variables that tell the command where to report.
  var environment: [(name: String, value: RawText)] {
    var variables: [(name: String, value: RawText)] = []
    if let notices { variables.append((name: "NOTIFY_SOCKET", value: RawText(notices.path))) }
    if let zigWriter {
      variables.append((name: Self.zigVariable, value: RawText("\(zigWriter.raw)")))
    }
    if offersFile, let path = file?.path {
      variables.append((name: Self.fileVariable, value: RawText(path)))
    }
    return variables
  }

  /// The descriptors that the command inherits under the same numbers.
  var inherited: [CInt] { zigWriter.map { [$0.raw] } ?? [] }

  /// Closes the command's end of the pipe in this process, once the command has its own. Otherwise
  /// the pipe would never be at its end.
  func letGo() { zigWriter = nil }

  /// Watches the open channels.
  func watch(_ poller: inout Poller) {
    if let notices { poller.watch(notices.descriptor, .readable) }
    if let zig { poller.watch(zig.raw, .readable) }
  }

  /// Reads the messages that have come, without blocking.
  func receive(_ poller: borrowing Poller) -> [News] {
    var news: [News] = []
    if let notices, poller.readiness(of: notices.descriptor).isAny { hear(notices, &news) }
    if let zig, poller.readiness(of: zig.raw).isAny { read(zig, &news) }
    return news
  }

  /// Looks at the progress file. Returns its reading if the command has written since the last look.
  func lookAtFile() -> ProgressReading? {
    file?.news(atMost: ProgressFileText.byteLimit).flatMap(ProgressFileText.reading)
  }

  /// Removes the progress file that the command was told of, once the command has ended.
  func removeFile() {
    if offersFile { file?.remove() }
  }

  private func hear(_ notices: DatagramSocket, _ news: inout [News]) {
    for _ in 0..<Self.roundLimit {
      guard let datagram = notices.next(byteLimit: ServiceNotice.byteLimit) else { return }
      if let notice = ServiceNotice(datagram) { news.append(.notice(notice)) }
    }
  }

  /// Reads Zig's pipe once, and closes it if it is at its end or doesn't follow the protocol.
  private func read(_ pipe: OwnedDescriptor, _ news: inout [News]) {
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = 0
      switch Transfer.read(pipe.raw, into: UnsafeMutableRawBufferPointer(buffer)) {
      case .bytes(let read): count = read
      case .wouldBlock: break
      case .ended, .failed: zig = nil
      }
    }
    decoder.consume(bytes)
    if decoder.isBroken { zig = nil }
    if let tree = decoder.takeTree() { news.append(.tree(tree)) }
  }
}
