public import Foundation
import Headway

/// Runs background tasks: a program registers a launch handler for an identifier, and submits
/// requests for it. From any thread.
public final class BGTaskScheduler: NSObject, @unchecked Sendable {
  /// The process's own.
  public static let shared = BGTaskScheduler(
    permitted: InfoPropertyList().permittedIdentifiers(), system: SystemFiles(),
    queue: { queueTask($0, $1, turn: $2) })

  /// `BGTaskSchedulerErrorDomain`.
  public static let errorDomain = "BGTaskSchedulerErrorDomain"

  /// What of the resources this machine has now.
  public static var supportedResources: BGContinuedProcessingTaskRequest.Resources {
    resources(of: SystemFiles())
  }

  private let permitted: PermittedIdentifiers
  private let system: SystemFiles
  private let registry: Registry

  init(
    permitted: PermittedIdentifiers, system: SystemFiles, queue: @escaping Registry.QueueCard
  ) {
    (self.permitted, self.system) = (permitted, system)
    registry = Registry(queue: queue)
  }

  /// Names the code that runs a task.
  ///
  /// - Parameters:
  ///   - identifier: a concrete one, that the permitted list covers where there is a list.
  ///   - queue: where the handler is called; nil is a background queue.
  ///   - launchHandler: starts the work; its return doesn't end the task.
  /// - Returns: false where the identifier isn't permitted, and where it has a handler already: the
  ///   first one stays, and standard error gets a line.
  @discardableResult
  @preconcurrency public func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping @Sendable (BGTask) -> Void
  ) -> Bool {
    guard permitted.permits(identifier) else { return false }
    let handler = LaunchHandler(queue: queue, body: launchHandler)
    guard registry.add(handler, for: identifier) else {
      StandardError.say("\(identifier) has a launch handler already; the first one stays")
      return false
    }
    return true
  }

  /// Submits a request to the hub's queue, where it runs in its turn while this process lives; one that
  /// waits under the same identifier is replaced.
  ///
  /// A continued task runs when the hub has a slot for it, at once without a hub. The others run when
  /// their date has come, power and network are as they need them, and there is a slot: without a hub
  /// they are `unavailable`. For these, and for a continued one that is to run at once or not at all,
  /// this waits for the hub's answer, a second at most.
  /// - Throws: ``BGTaskScheduler/Error``.
  public func submit(_ request: BGTaskRequest) throws {
    let request = request.duplicate()
    try check(request)
    try registry.submit(request)
  }

  /// Submits a request, and says on a background queue how that went.
  public func submitTaskRequest(
    _ request: BGTaskRequest,
    completionHandler: @escaping @Sendable ((any Swift.Error)?) -> Void
  ) {
    let result = Result { try submit(request) }
    DispatchQueue.global().async {
      switch result {
      case .success: completionHandler(nil)
      case .failure(let error): completionHandler(error)
      }
    }
  }

  /// Submits a request.
  /// - Throws: ``BGTaskScheduler/Error``.
  nonisolated(nonsending)
    public func submitTaskRequest(_ request: BGTaskRequest) async throws
  {
    try submit(request)
  }

  /// Takes back a request that waits. A task that runs isn't touched.
  public func cancel(taskRequestWithIdentifier identifier: String) {
    registry.cancel(identifier)
  }

  /// Takes back all requests that wait. Tasks that run aren't touched.
  public func cancelAllTaskRequests() {
    registry.cancelAll()
  }

  /// Gives copies of the requests that wait to `completionHandler`, on a background queue.
  @preconcurrency public func getPendingTaskRequests(
    completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void
  ) {
    DispatchQueue.global().async { [self] in completionHandler(registry.requests) }
  }

  /// Copies of the requests that wait.
  nonisolated(nonsending)
    public func pendingTaskRequests() async -> [BGTaskRequest]
  { registry.requests }
}

extension BGTaskScheduler {
  private func check(_ request: BGTaskRequest) throws(Error) {
    guard permitted.permits(request.identifier) else {
      throw Error(
        .notPermitted,
        "\(request.identifier) isn't permitted: list it under \(InfoPropertyList.key) in the "
          + "program's Info.plist; a wildcard stands only there.")
    }
    guard registry.has(request.identifier) else {
      throw Error(
        .notPermitted,
        "\(request.identifier) has no launch handler: register one before you submit.")
    }
    try checkResources(of: request)
  }

  private func checkResources(of request: BGTaskRequest) throws(Error) {
    guard let request = request as? BGContinuedProcessingTaskRequest else { return }
    let missing = request.requiredResources.subtracting(Self.resources(of: system))
    guard !missing.isEmpty else { return }
    let name = missing.contains(.gpu) ? "a GPU" : "a resource"
    throw Error(
      .notPermitted, "\(request.identifier) needs \(name) that this machine doesn't have.")
  }

  private static func resources(
    of system: SystemFiles
  ) -> BGContinuedProcessingTaskRequest.Resources {
    GraphicsProcessors.isThere(in: system) ? .gpu : []
  }
}
