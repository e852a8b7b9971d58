public import Foundation
import Headway

/// The scheduler of a program's background tasks.
///
/// A program registers a launch handler for an identifier, and then submits requests with that
/// identifier. The hub decides when each request runs. All members may be called from any thread.
///
/// ```swift
/// BGTaskScheduler.shared.register(
///   forTaskWithIdentifier: "com.example.reindex", using: nil
/// ) { task in
///   reindex()
///   task.setTaskCompleted(success: true)
/// }
/// try BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "com.example.reindex"))
/// ```
public final class BGTaskScheduler: NSObject, @unchecked Sendable {
  /// The scheduler of this process. The first use reads the program's Info.plist.
  public static let shared = BGTaskScheduler(
    permitted: InfoPropertyList().permittedIdentifiers(), system: SystemFiles(),
    queue: { queueTask($0, $1, turn: $2) })

  /// The domain of the scheduler's errors, `BGTaskSchedulerErrorDomain`.
  public static let errorDomain = "BGTaskSchedulerErrorDomain"

  /// The resources that this machine has now. `.gpu` requires a device node of NVIDIA, AMD or
  /// Intel.
  public static var supportedResources: BGContinuedProcessingTaskRequest.Resources {
    resources(of: SystemFiles())
  }

  private let permitted: PermittedIdentifiers
  private let system: SystemFiles
  private let registry: Registry

  /// Makes a scheduler with other parts than the process's own, for a test.
  init(
    permitted: PermittedIdentifiers, system: SystemFiles, queue: @escaping Registry.QueueCard
  ) {
    (self.permitted, self.system) = (permitted, system)
    registry = Registry(queue: queue)
  }

  /// Registers the code that runs the tasks with an identifier.
  ///
  /// - Parameters:
  ///   - identifier: an identifier without a wildcard. If the program has a list of permitted
  ///     identifiers, the list must cover it.
  ///   - queue: the queue that the launch handler is called on. Nil stands for a background queue.
  ///   - launchHandler: the code that starts the work. Its return doesn't end the task:
  ///     ``BGTask/setTaskCompleted(success:)`` does.
  /// - Returns: false if the identifier isn't permitted. Also false if the identifier has a handler
  ///   already: the first handler stays, and a line on standard error says so.
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

  /// Submits a request to the hub's queue.
  ///
  /// The task runs in its turn, while this process lives. A waiting request with the same
  /// identifier is replaced. The turn depends on the class of the request:
  ///
  /// - A continued task runs when the hub has a free slot. Without a hub it runs immediately.
  /// - A refresh or processing task runs when its date has come, power and network are as
  ///   requested, and there is a free slot. Without a hub the request is refused as `unavailable`.
  ///
  /// The call blocks until the hub has answered, for a second at most, if the request can be
  /// refused: for refresh and processing requests, and for continued requests whose strategy is
  /// `.fail`.
  ///
  /// - Throws: ``BGTaskScheduler/Error``.
  public func submit(_ request: BGTaskRequest) throws {
    let request = request.duplicate()
    try check(request)
    try registry.submit(request)
  }

  /// Submits a request, and passes the result to `completionHandler` on a background queue.
  ///
  /// The call may block for a second, as ``submit(_:)`` does. The handler gets nil after a success.
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
  ///
  /// The call may block the caller's thread for a second, as ``submit(_:)`` does.
  ///
  /// - Throws: ``BGTaskScheduler/Error``.
  nonisolated(nonsending)
    public func submitTaskRequest(_ request: BGTaskRequest) async throws
  {
    try submit(request)
  }

  /// Withdraws the waiting request with this identifier. A running task isn't affected.
  public func cancel(taskRequestWithIdentifier identifier: String) {
    registry.cancel(identifier)
  }

  /// Withdraws all waiting requests. Running tasks aren't affected.
  public func cancelAllTaskRequests() {
    registry.cancelAll()
  }

  /// Passes copies of the waiting requests to `completionHandler`, on a background queue.
  @preconcurrency public func getPendingTaskRequests(
    completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void
  ) {
    DispatchQueue.global().async { [self] in completionHandler(registry.requests) }
  }

  /// Returns copies of the waiting requests, sorted by identifier.
  nonisolated(nonsending)
    public func pendingTaskRequests() async -> [BGTaskRequest]
  { registry.requests }
}

extension BGTaskScheduler {
  /// Checks everything that needs no hub: the identifier, the launch handler and the resources.
  private func check(_ request: BGTaskRequest) throws(Error) {
    guard permitted.permits(request.identifier) else {
      throw Error(
        .notPermitted,
        "\(request.identifier) isn't permitted: list it under \(InfoPropertyList.key) in the "
          + "program's Info.plist; a wildcard is allowed only there.")
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
