import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import NIOCore

/// The connection of one client: reads its lines and writes its answers. Only the event loop calls
/// it.
///
/// A connection works in turns that the engine's `LoopShare` gives. While it waits for a turn, its
/// input stays in the kernel's buffer. The loop reads nothing from a connection that has lines
/// left, more unanswered requests than `answerLimit`, or answers that its client doesn't read.
final class ClientConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  let id: ConnectionID
  /// The process at the other end, as the kernel saw it.
  let peerPID: Int32
  private unowned let engine: HubEngine
  private var framer = LineFramer()
  private var context: ChannelHandlerContext?
  private var helloDeadline: Scheduled<Void>?
  private var isGreeted = false
  private var isClosing = false
  private var isTaking = false
  /// Whether lines may have arrived that weren't read yet.
  private var mayHaveLines = false
  /// Whether the loop reads from the socket.
  private var isRead = true
  private var needsFlush = false
  /// The number of requests whose answers wait for the record.
  private var unansweredCount = 0
  /// The number of bytes of a line that hasn't ended yet.
  private(set) var unfinishedBytes = 0

  /// The greatest number of unanswered requests of one connection. Beyond it the loop reads nothing
  /// from the connection: one commit answers all requests, and the hub hears nobody else meanwhile.
  private static let answerLimit = 128
  /// The number of lines between two looks at the clock.
  private static let linesPerLook = 16

  init(id: ConnectionID, peerPID: Int32, engine: HubEngine) {
    self.id = id
    self.peerPID = peerPID
    self.engine = engine
  }

  /// Whether the channel takes more without buffering beyond its watermark.
  var isWritable: Bool { context?.channel.isWritable ?? false }

  /// Sends `body` at the end of the loop's round, together with everything else that the round
  /// sends to this client.
  func send(_ body: some MessageBody) {
    queue(body)
    guard !needsFlush, context != nil else { return }
    needsFlush = true
    engine.flushAtEndOfRound(self)
  }

  /// Queues a message of a batch. The caller calls `flush` after the batch.
  func queue(_ body: some MessageBody) {
    guard let context, !isClosing, let line = body.line() else { return }
    context.write(wrapOutboundOut(ByteBuffer(bytes: line)), promise: nil)
  }

  func flush() {
    needsFlush = false
    context?.flush()
  }

  /// Notes that a request was answered that waited for the record.
  func noteAnswer() {
    guard unansweredCount > 0 else { return }
    unansweredCount -= 1
    if unansweredCount == Self.answerLimit / 2, mayHaveLines || !isRead { engine.ask(for: id) }
  }

  /// Closes the connection once everything that was sent is out.
  func close() {
    guard let context, !isClosing else { return }
    isClosing = true
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in
      channel.close(promise: nil)
    }
  }

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    engine.noteChannel(self, isOpen: true)
    let connection = NIOLoopBound(self, eventLoop: context.eventLoop)
    helloDeadline = context.eventLoop.scheduleTask(
      in: TimeAmount(bounded: engine.settings.helloPatience)
    ) {
      connection.value.context?.close(promise: nil)
    }
    if !engine.admitsConnection {
      refuse(.limit, String(wire: "too many clients are connected to the hub; end some of them"))
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    helloDeadline?.cancel()
    self.context = nil
    if !isTaking { leave() }
  }

  /// Forgets a client that is gone. Lines that arrived before the client went still count, and are
  /// read first.
  private func leave() {
    if mayHaveLines, !isClosing { return engine.askAgain(for: id) }
    countBytes(0)
    engine.noteChannel(self, isOpen: false)
    engine.close(id)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    unwrapInboundIn(data).withUnsafeReadableBytes { framer.append($0) }
    mayHaveLines = true
    let now = engine.beginRound()
    if engine.isWaitingForTurn(id) { return stopReading() }
    guard let deadline = engine.turnDeadline else {
      stopReading()
      return engine.ask(for: id)
    }
    if work(until: deadline, at: now) {
      stopReading()
      engine.askAgain(for: id)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { engine.ask(for: id) } else { stopReading() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  /// Reads lines, and sends what is due to the client, until `deadline` (awake clock).
  ///
  /// - Returns: whether there is more to do.
  func work(until deadline: AwakeTime, at now: Moment) -> Bool {
    readLines(until: deadline, at: now)
    guard context != nil else { return false }
    let hasMore = engine.pump(id, until: deadline, at: now)
    readWherePossible()
    return (mayHaveLines && mayTakeLines) || hasMore
  }

  private var mayTakeLines: Bool {
    if isClosing { return false }
    // Nobody waits for the answers of a client that is gone.
    guard let context else { return true }
    return context.channel.isWritable
      && (unansweredCount < Self.answerLimit || engine.recordProblem != nil)
  }

  private func stopReading() { setRead(false) }

  private func readWherePossible() { setRead(!mayHaveLines && mayTakeLines) }

  private func setRead(_ isOn: Bool) {
    guard isOn != isRead, let channel = context?.channel else { return }
    isRead = isOn
    channel.setOption(.autoRead, value: isOn).whenFailure { _ in }
  }

  private func countBytes(_ count: Int) {
    guard count != unfinishedBytes else { return }
    let before = unfinishedBytes
    unfinishedBytes = count
    engine.noteUnfinished(self, before: before)
  }

  /// Refuses a client whose line doesn't end, because such lines of all clients together take up
  /// too much memory.
  func refuseUnfinishedLine() {
    refuse(
      .limit, String(wire: "too many unfinished lines are on their way to the hub; connect again"))
    framer = LineFramer()
    countBytes(0)
  }

  /// Reads lines. The answer to a line may find the client gone; the connection then ends after
  /// this call.
  private func readLines(until deadline: AwakeTime, at now: Moment) {
    let engine = engine
    isTaking = true
    defer {
      isTaking = false
      if context == nil { leave() }
    }
    do {
      try readLines(until: deadline, engine, at: now)
      countBytes(framer.bufferedCount)
    } catch {
      mayHaveLines = false
      refuse(error == .lineTooLong ? .tooLong : .malformed, error.reason)
    }
  }

  private func readLines(
    until deadline: AwakeTime, _ engine: HubEngine, at now: Moment
  ) throws(WireError) {
    var linesLeft = Self.linesPerLook
    guard mayTakeLines else { return }
    while !isClosing {
      if linesLeft == 0 {
        guard SystemClocks.awake < deadline else { return }
        linesLeft = Self.linesPerLook
      }
      guard let line = try framer.next() else {
        mayHaveLines = false
        return
      }
      linesLeft -= 1
      // Each line gets a new reader: clearing the last one would take longer.
      var update = UpdateReader()
      if isGreeted, let key = update.read(line.span) {
        if update.request != nil { unansweredCount += 1 }
        engine.apply(update, of: key, from: id, at: now)
        // An update without a request has no answer.
        if update.request == nil { continue }
      } else {
        linesLeft = 0
        engine.noteRequest()
        receive(line, at: now)
      }
      guard mayTakeLines else { return }
    }
  }

  private func receive(_ line: ArraySlice<UInt8>, at now: Moment) {
    let incoming = IncomingMessage(line)
    switch incoming.message {
    case .failure(let error) where isGreeted:
      send(ErrorMessage(request: incoming.request, code: .malformed, message: error.reason))
    case .failure(let error): refuse(.malformed, error.reason)
    case .success(let message) where isGreeted:
      if message.waitsForRecord { unansweredCount += 1 }
      engine.receive(message, from: self, at: now)
    case .success(let message): greet(message)
    }
  }

  private func greet(_ message: ClientMessage) {
    guard case .hello(let hello) = message else {
      return refuse(
        .helloExpected, String(wire: "the first line must be a hello; update this client"))
    }
    guard let version = ProtocolVersion.agreed(with: hello.versions) else {
      let spoken = ProtocolVersion.spoken.map(String.init).joined(separator: ", ")
      return refuse(
        .version,
        String(
          wire: """
            this hub speaks protocol \(spoken), but the client doesn't; update the client, or run: \
            headway hub stop
            """)
      )
    }
    isGreeted = true
    helloDeadline?.cancel()
    helloDeadline = nil
    send(
      HubHello(
        version: version, hub: "headwayd \(HeadwayRelease.version)", pid: ProcessEnvironment.pid,
        configProblem: engine.settings.core.configProblem?.string,
        tellingFailure: hello.role == .command ? engine.tellingFailure : nil,
        recordNotice: hello.role == .command ? engine.recordNotice : nil,
        features: HubFeature.allCases))
    engine.open(self, role: hello.role)
  }

  private func refuse(_ code: ErrorCode, _ message: String) {
    send(ErrorMessage(code: code, message: message))
    close()
  }
}
