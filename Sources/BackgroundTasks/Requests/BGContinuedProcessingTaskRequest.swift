internal import HeadwayLink
import HeadwayModel

/// A request for work that a person has just started and that has a card of its own.
///
/// The work goes on when the program loses its terminal. Without a hub the work starts immediately,
/// because a person waits for it.
///
/// ```swift
/// let request = BGContinuedProcessingTaskRequest(
///   identifier: "com.example.export.album", title: "Album", subtitle: "Starting")
/// request.strategy = .fail
/// try BGTaskScheduler.shared.submit(request)
/// ```
public class BGContinuedProcessingTaskRequest: BGTaskRequest {
  /// The reaction to a request that can't start immediately.
  public enum SubmissionStrategy: Int, Sendable {
    /// Refuses the request: `submit` throws `immediateRunIneligible`.
    case fail = 0
    /// Keeps the request in the hub's queue.
    case queue = 1
  }

  /// The resources of the machine that a task needs.
  public struct Resources: OptionSet, Hashable, Sendable {
    /// The bits of the set, numbered as on iOS.
    public let rawValue: Int

    /// Makes a set of the given bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A graphics processor that programs can compute on.
    public static let gpu = Resources(rawValue: 1 << 0)
  }

  /// The card's title.
  public var title: String
  /// The card's second line.
  public var subtitle: String
  /// The reaction if the request can't start immediately; `.queue` by default.
  public var strategy = SubmissionStrategy.queue
  /// The resources that the task needs. `submit` throws `notPermitted` if the machine lacks one.
  public var requiredResources: Resources = []

  /// Makes a request that waits in the queue if need be and that needs no resource.
  ///
  /// - Parameters:
  ///   - identifier: the identifier that the launch handler is registered for.
  ///   - title: the card's title. Sanitised, and cut at 200 characters.
  ///   - subtitle: the card's second line. Sanitised, and cut at 500 characters.
  public init(identifier: String, title: String, subtitle: String) {
    (self.title, self.subtitle) = (title, subtitle)
    super.init(identifier: identifier, kind: .continued)
  }

  override func blankDuplicate() -> BGTaskRequest {
    let other = BGContinuedProcessingTaskRequest(
      identifier: identifier, title: title, subtitle: subtitle)
    other.strategy = strategy
    other.requiredResources = requiredResources
    return other
  }

  /// The request for a turn in the hub's queue. Without a hub the work begins immediately.
  override var turn: TurnRequest { TurnRequest(terms, withoutHub: .begins) }

  /// The terms of the launch. `earliestBeginDate` is ignored, as on iOS.
  override var terms: LaunchTerms {
    var terms = super.terms
    terms.earliest = nil
    terms.strategy = strategy == .fail ? .fail : .queue
    if requiredResources.contains(.gpu) { terms.needs = ["gpu": 1] }
    return terms
  }

  override func makeTask(_ begin: BeginCard) -> BGTask {
    BGContinuedProcessingTask(
      identifier: identifier, title: title, subtitle: subtitle, begin: begin)
  }
}
