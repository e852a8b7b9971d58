/// A request for a short run that fetches news.
///
/// The run lasts 30 s at most; see ``BGAppRefreshTask``. Only one refresh request may wait at a
/// time.
///
/// ```swift
/// let request = BGAppRefreshTaskRequest(identifier: "com.example.refresh")
/// request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
/// try BGTaskScheduler.shared.submit(request)
/// ```
public class BGAppRefreshTaskRequest: BGTaskRequest {
  /// Makes a request that may run at any time. Set `earliestBeginDate` to run later.
  public init(identifier: String) { super.init(identifier: identifier, kind: .refresh) }

  override func blankDuplicate() -> BGTaskRequest {
    BGAppRefreshTaskRequest(identifier: identifier)
  }

  override func makeTask(_ begin: BeginCard) -> BGTask {
    BGAppRefreshTask(identifier: identifier, begin: begin)
  }
}
