import HeadwayCore
import HeadwaySystem
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The hub as a service: opens the record and the socket, serves until told to stop, says goodbye.
final class HubService: Service {
  private let paths: HeadwayPaths
  private let settings: HubEngineSettings
  private let logger: Logger
  private let afterListening: @Sendable () -> Void

  /// `afterListening` is called once, when clients can connect.
  init(
    paths: HeadwayPaths, settings: HubEngineSettings, logger: Logger,
    afterListening: @escaping @Sendable () -> Void
  ) {
    self.paths = paths
    self.settings = settings
    self.logger = logger
    self.afterListening = afterListening
  }

  func run() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let server = HubServer(
      group: group, paths: paths, settings: settings, logger: logger)
    try await server.start()
    afterListening()
    await withGracefulShutdownHandler {
      await server.waitUntilStopped()
    } onGracefulShutdown: {
      server.requestStop(reason: "shutting down")
    }
    await server.leave()
    try await group.shutdownGracefully()
  }
}
