import CHeadwaySystem
import Glibc
import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import Logging
import NIOCore
import NIOPosix
import SystemPackage

/// The listening side: binds the socket, binds it again when somebody removes it, and hands
/// connections to the engine.
final class HubServer: Sendable {
  private let group: MultiThreadedEventLoopGroup
  private let ticks: LoopTicks
  private let loop: any EventLoop
  private let paths: HeadwayPaths
  private let settings: HubEngineSettings
  private let logger: Logger
  private let note: HubNote
  private let confined: NIOLoopBoundBox<Confined>
  private let stopRequested: EventLoopPromise<String>

  /// The state that only the event loop touches.
  private struct Confined {
    var engine: HubEngine?
    var channel: (any Channel)?
    /// The socket that the service manager passed on, until it is served.
    var activated: SystemPackage.FileDescriptor?
    var socketIdentity: FileIdentity?
    /// Whether this hub bound the socket and must remove it. The service manager's socket stays.
    var ownsSocket = false
    var lastConnection: UInt64 = 0
    var isStopping = false
    /// The pause before the next attempt to bind the socket again.
    var bindPause = HubServer.firstBindPause
  }

  /// Bytes of one read. NIO keeps such a buffer for every connection: small until it is filled.
  private static let receiveSizes = AdaptiveRecvByteBufferAllocator(
    minimum: 256, initial: 512, maximum: 65_536)
  private static let backlog: CInt = 4096

  init(
    group: MultiThreadedEventLoopGroup, ticks: LoopTicks, paths: HeadwayPaths,
    settings: HubEngineSettings, activated: SystemPackage.FileDescriptor? = nil, logger: Logger,
    note: HubNote = HubNote()
  ) {
    self.group = group
    self.ticks = ticks
    loop = group.next()
    self.paths = paths
    self.settings = settings
    self.logger = logger
    self.note = note
    confined = NIOLoopBoundBox.makeBoxSendingValue(
      Confined(activated: activated), eventLoop: loop)
    stopRequested = loop.makePromise()
  }

  /// Opens the record, takes over from an earlier hub, and listens.
  func start() throws -> EventLoopFuture<Void> {
    note.starts(.openingRecord)
    let store = try RecordStore.open(
      path: paths.record, markPath: paths.recordMark, logger: logger)
    return loop.flatSubmit { self.takeOverAndListen(store) }
  }

  /// Notes that the hub couldn't start, so that nobody waits for its stop.
  func giveUp(_ error: any Error) { stopRequested.fail(error) }

  /// The reason, once the hub is told to stop.
  var stopped: EventLoopFuture<String> { stopRequested.futureResult }

  /// Asks the hub to leave. Safe from any thread. A second call doesn't wait for assertions.
  func requestStop(reason: String) {
    loop.execute { [confined, stopRequested] in
      guard let engine = confined.value.engine else { return stopRequested.succeed(reason) }
      engine.requestStop(reason: reason)
    }
  }

  /// Has the hub read its config again. Safe from any thread.
  func reload() {
    loop.execute { [confined] in confined.value.engine?.reload { _ in } }
  }

  /// Acts as if the kernel reported memory pressure. Tests call the function, because they can't
  /// use up the memory of the machine. Safe from any thread.
  func noteMemoryPressure() {
    loop.execute { [confined] in confined.value.engine?.handle(.memoryPressed) }
  }

  /// Stops the hub: says goodbye to all clients, completes the record, and removes the socket.
  func leave() -> EventLoopFuture<Void> {
    stopped.flatMap { reason in
      self.logger.notice("leaving: \(reason)")
      self.confined.value.isStopping = true
      HubPresence.withdraw(self.paths)
      self.confined.value.channel?.close(promise: nil)
      self.removeOwnSocket()
      guard let engine = self.confined.value.engine else {
        return self.loop.makeSucceededVoidFuture()
      }
      let left = self.loop.makePromise(of: Void.self)
      engine.leave(reason: reason) { left.succeed() }
      return left.futureResult
    }
  }

  /// Loads the record and listens, in one turn of the loop: no client is heard and no number given
  /// before the record is loaded.
  private func takeOverAndListen(_ store: RecordStore) -> EventLoopFuture<Void> {
    HubNote.useHandlerStack()
    do {
      try PrivateDirectory.ensure(paths.runtimeDirectory)
      try startEngine(store)
    } catch {
      return loop.makeFailedFuture(error)
    }
    return listen()
  }

  private func startEngine(_ store: RecordStore) throws {
    confined.value.engine = HubEngine(
      loop: loop, settings: settings, paths: paths, store: store, logger: logger, ticks: ticks,
      stop: { [stopRequested] in stopRequested.succeed($0) },
      socketDirectoryChanged: { [unowned self] in lookAfterSocket() })
    confined.value.engine?.note = note
    try confined.value.engine?.start(paths: paths)
  }

  private func listen() -> EventLoopFuture<Void> {
    let descriptor: CInt
    do {
      try PrivateDirectory.ensure(paths.runtimeDirectory)
      descriptor = try (takeActivated() ?? bind()).rawValue
    } catch {
      return loop.makeFailedFuture(error)
    }
    confined.value.socketIdentity = FileIdentity(of: paths.socket)
    return bootstrap.withBoundSocket(descriptor).flatMapThrowing { [confined] channel in
      confined.value.channel = channel
      // NIO listens anew on a bound socket, with a backlog of its own: 128.
      try UnixSocket.setBacklog(Self.backlog, of: FileDescriptor(rawValue: descriptor))
    }
  }

  private func takeActivated() -> SystemPackage.FileDescriptor? {
    defer { confined.value.activated = nil }
    return confined.value.activated
  }

  private func bind() throws(SystemError) -> SystemPackage.FileDescriptor {
    try FileIdentity.removeSocket(at: paths.socket)
    let descriptor = try UnixSocket.listen(at: paths.socket, backlog: Self.backlog)
    confined.value.ownsSocket = true
    return descriptor
  }

  private var bootstrap: ServerBootstrap {
    ServerBootstrap(group: group)
      .serverChannelOption(.maxMessagesPerRead, value: 64)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptPause())
        }
      }
      .childChannelOption(.recvAllocator, value: Self.receiveSizes)
      .childChannelInitializer { [confined, logger] channel in
        PeerCredentials.checked(channel).flatMapThrowing { pid in
          guard let engine = confined.value.engine else { throw ChannelError.ioOnClosedChannel }
          confined.value.lastConnection &+= 1
          let id = ConnectionID(confined.value.lastConnection)
          let connection = ClientConnection(id: id, peerPID: pid, engine: engine)
          try channel.pipeline.syncOperations.addHandler(connection)
        }.flatMapErrorThrowing { error in
          logger.warning("a connection was refused: \(error)")
          throw error
        }
      }
  }

  /// Binds the socket again after a cleaner or a person has removed it or its directory.
  private func lookAfterSocket() {
    guard !confined.value.isStopping, !isBound else { return }
    logger.warning("the socket \(paths.socket) is gone; listening again")
    confined.value.channel?.close(promise: nil)
    listen().whenComplete { [self] result in
      if case .failure(let error) = result { logger.error("can't listen again: \(error)") }
      confined.value.engine?.watchSocketDirectory(paths.runtimeDirectory)
      lookAgainUnlessBound()
    }
  }

  /// Looks once more after a moment. Whoever removes the directory may still be removing files, and
  /// the hub may have missed a removal before it watched the directory.
  private func lookAgainUnlessBound() {
    guard !isBound else {
      confined.value.bindPause = Self.firstBindPause
      return
    }
    let pause = confined.value.bindPause
    confined.value.bindPause = min(pause * 2, Self.longestBindPause)
    loop.scheduleTask(in: pause) { [self] in lookAfterSocket() }
  }

  /// Whether clients find this hub's socket under its name.
  private var isBound: Bool {
    confined.value.socketIdentity.map { $0 == FileIdentity(of: paths.socket) } ?? false
  }

  private static let firstBindPause: TimeAmount = .milliseconds(20)
  private static let longestBindPause: TimeAmount = .seconds(2)

  private func removeOwnSocket() {
    guard confined.value.ownsSocket, isBound else { return }
    try? FileIdentity.removeSocket(at: paths.socket)
  }
}

/// A pause of 1 s in accepting clients when descriptors or memory have run out (accept(2): EMFILE,
/// ENFILE, ENOBUFS, ENOMEM). Clients that wait keep the socket readable, so the loop would never
/// rest.
///
/// NIO's own `AcceptBackoffHandler` holds back the next read, but leaves the socket polled.
final class AcceptPause: ChannelInboundHandler {
  typealias InboundIn = any Channel

  private static let length: TimeAmount = .seconds(1)
  private static let shortages = [EMFILE, ENFILE, ENOBUFS, ENOMEM]

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? IOError, Self.shortages.contains(error.errnoCode) else {
      return context.fireErrorCaught(error)
    }
    let channel = context.channel
    channel.setOption(.autoRead, value: false).whenFailure { _ in }
    channel.eventLoop.scheduleTask(in: Self.length) {
      channel.setOption(.autoRead, value: true).whenFailure { _ in }
    }
  }
}

/// Reads SO_PEERCRED of a channel (unix(7)).
enum PeerCredentials {
  /// The process at the other end. The future fails for a process of another user.
  static func checked(_ channel: any Channel) -> EventLoopFuture<Int32> {
    guard let provider = channel as? any SocketOptionProvider else {
      return channel.eventLoop.makeFailedFuture(
        SystemError("read the peer's credentials", .notSupported))
    }
    let future: EventLoopFuture<headway_credentials> = provider.unsafeGetSocketOption(
      level: .socket, name: .init(rawValue: headway_peer_credentials_option))
    return future.flatMapThrowing { credentials in
      guard credentials.user == ProcessEnvironment.user else {
        throw ForeignPeer(user: credentials.user)
      }
      return credentials.pid
    }
  }
}

/// The error for a connection from a process of another user.
struct ForeignPeer: Error {
  let user: UInt32
}
