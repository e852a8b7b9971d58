/// Asks for a short run to fetch what is new.
public class BGAppRefreshTaskRequest: BGTaskRequest {
  /// Runs at any time; see `earliestBeginDate`.
  public init(identifier: String) { super.init(identifier: identifier, kind: .refresh) }

  override func blankDuplicate() -> BGTaskRequest {
    BGAppRefreshTaskRequest(identifier: identifier)
  }

  override func makeTask(_ begin: BeginCard) -> BGTask {
    BGAppRefreshTask(identifier: identifier, begin: begin)
  }
}
