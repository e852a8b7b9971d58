import HeadwayCore

/// Asks for a long run without the user, when power and network are as it needs them.
public class BGProcessingTaskRequest: BGTaskRequest {
  /// Waits until there is a default route, as `headway submit --when network` does.
  public var requiresNetworkConnectivity = false
  /// Waits until the machine doesn't run on its battery, as `--when ac` does.
  public var requiresExternalPower = false

  /// Needs neither network nor external power.
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
