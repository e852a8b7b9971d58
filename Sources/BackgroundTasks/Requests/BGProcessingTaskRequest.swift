import HeadwayModel

/// A request for a long run without the user.
///
/// The run starts when the machine has power and network as the request asks. At most 10 processing
/// requests may wait at a time.
///
/// ```swift
/// let request = BGProcessingTaskRequest(identifier: "com.example.reindex")
/// request.requiresExternalPower = true
/// try BGTaskScheduler.shared.submit(request)
/// ```
public class BGProcessingTaskRequest: BGTaskRequest {
  /// Whether the run waits until the machine has a default route; see `headway submit --when
  /// network`.
  public var requiresNetworkConnectivity = false
  /// Whether the run waits until the machine isn't on battery; see `headway submit --when ac`.
  public var requiresExternalPower = false

  /// Makes a request that needs neither network nor external power.
  public init(identifier: String) { super.init(identifier: identifier, kind: .processing) }

  override func blankDuplicate() -> BGTaskRequest {
    let other = BGProcessingTaskRequest(identifier: identifier)
    other.requiresNetworkConnectivity = requiresNetworkConnectivity
    other.requiresExternalPower = requiresExternalPower
    return other
  }

  override var terms: LaunchTerms {
    var terms = super.terms
    if requiresNetworkConnectivity { terms.conditions.append(.network) }
    if requiresExternalPower { terms.conditions.append(.externalPower) }
    return terms
  }

  override func makeTask(_ begin: BeginCard) -> BGTask {
    BGProcessingTask(identifier: identifier, begin: begin)
  }
}
