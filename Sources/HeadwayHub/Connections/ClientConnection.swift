import HeadwayCore
import HeadwaySystem
import HeadwayWire
import NIOCore

/// One client: lines in, lines out. Confined to the event loop.
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

  init(id: ConnectionID, peerPID: Int32, engine: HubEngine) {
    self.id = id
    self.peerPID = peerPID
    self.engine = engine
  }

  /// Whether the channel takes more without buffering beyond its watermark.
  var isWritable: Bool { context?.channel.isWritable ?? false }

  func send(_ body: some MessageBody) {
    queue(body)
    context?.flush()
  }

  /// Like `send`, for a batch: `flush` follows.
  func queue(_ body: some MessageBody) {
    guard let context, !isClosing, let line = engine.codec.line(body) else { return }
    context.write(wrapOutboundOut(ByteBuffer(bytes: line)), promise: nil)
  }

  func flush() { context?.flush() }

  /// Closes after what was sent is out.
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
    let connection = NIOLoopBound(self, eventLoop: context.eventLoop)
    helloDeadline = context.eventLoop.scheduleTask(
      in: TimeAmount(bounded: engine.settings.helloPatience)
    ) {
      connection.value.context?.close(promise: nil)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    helloDeadline?.cancel()
    self.context = nil
    if !isTaking { engine.close(id) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    unwrapInboundIn(data).withUnsafeReadableBytes { framer.append($0) }
    takeLines(at: engine.beginRead())
  }

  /// A client that doesn't read its answers isn't read either.
  func channelWritabilityChanged(context: ChannelHandlerContext) {
    let isWritable = context.channel.isWritable
    context.channel.setOption(.autoRead, value: isWritable).whenFailure { _ in }
    if isWritable { engine.becameWritable(id) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  /// An answer to one line may find the client gone, and end the connection: what it said until then
  /// counts, and only then is it forgotten.
  private func takeLines(at now: Moment) {
    let engine = engine
    isTaking = true
    defer {
      isTaking = false
      if context == nil { engine.close(id) }
    }
    do {
      while !isClosing, let line = try framer.next() {
        // Made anew for each: to clear one takes longer.
        var update = PlainUpdate()
        if isGreeted, let key = update.read(line.span) {
          engine.take(update, of: key, from: id, at: now)
        } else {
          engine.noteRequest()
          try take(line, at: now)
        }
      }
    } catch {
      switch error {
      case .lineTooLong:
        refuse(
          .tooLong, "a line is at most \(LineFramer.byteLimit) bytes; send shorter messages")
      case .malformed(let reason): refuse(.malformed, reason)
      }
    }
  }

  private func take(_ line: ArraySlice<UInt8>, at now: Moment) throws(WireError) {
    let message: ClientMessage
    do {
      message = try read(line)
    } catch .malformed(let reason) where isGreeted {
      let request = try? engine.codec.decode(RequestNumber.self, from: line).request
      send(ErrorMessage(request: request, code: .malformed, message: reason))
      return
    }
    if isGreeted {
      engine.take(message, from: self, at: now)
    } else {
      greet(message)
    }
  }

  private func read(_ line: ArraySlice<UInt8>) throws(WireError) -> ClientMessage {
    if let plain = ClientMessage(plain: line) { return plain }
    return try engine.codec.decode(ClientMessage.self, from: line)
  }

  private func greet(_ message: ClientMessage) {
    guard case .hello(let hello) = message else {
      return refuse(.helloExpected, "the first line must be a hello; update this client")
    }
    guard let version = ProtocolVersion.agreed(with: hello.versions) else {
      let spoken = ProtocolVersion.spoken.map(String.init).joined(separator: ", ")
      return refuse(
        .version,
        "this hub speaks protocol \(spoken), the client doesn't; update it, or run: headway hub stop"
      )
    }
    isGreeted = true
    helloDeadline?.cancel()
    helloDeadline = nil
    send(
      HubHello(
        version: version, hub: "headwayd \(HeadwayRelease.version)", pid: ProcessEnvironment.pid,
        configProblem: engine.settings.core.configProblem?.string,
        tellingFailure: hello.role == .command ? engine.tellingFailure : nil))
    engine.open(self, role: hello.role)
  }

  private func refuse(_ code: ErrorCode, _ message: String) {
    send(ErrorMessage(code: code, message: message))
    close()
  }
}

/// What is left of a request that can't be read: whom to tell.
private struct RequestNumber: Decodable {
  var request: Int?
}
