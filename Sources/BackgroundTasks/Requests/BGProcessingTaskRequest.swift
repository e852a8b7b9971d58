/// Asks for a long run without the user, when power and network are as it needs them.
public class BGProcessingTaskRequest: BGTaskRequest {
  /// Waits until an interface other than the loopback is up.
  public var requiresNetworkConnectivity = false
  /// Waits until the machine doesn't run on its battery.
  public var requiresExternalPower = false

  /// Needs neither network nor external power.
  public init(identifier: String) { super.init(identifier: identifier, kind: .processing) }

  override func blankDuplicate() -> BGTaskRequest {
    let other = BGProcessingTaskRequest(identifier: identifier)
    other.requiresNetworkConnectivity = requiresNetworkConnectivity
    other.requiresExternalPower = requiresExternalPower
    return other
  }

  override var needs: LaunchNeeds {
    LaunchNeeds(
      earliest: earliestBeginDate, network: requiresNetworkConnectivity,
      externalPower: requiresExternalPower)
  }

  override func makeTask(_ begin: BeginCard) -> BGTask {
    BGProcessingTask(identifier: identifier, begin: begin)
  }
}
