import HeadwayCore

/// Asks that work a person has just started goes on with a card of its own, in the background too.
public class BGContinuedProcessingTaskRequest: BGTaskRequest {
  /// What becomes of a request that can't run at once.
  public enum SubmissionStrategy: Int, Sendable {
    /// It is refused.
    case fail = 0
    /// It waits.
    case queue = 1
  }

  /// What a task needs of the machine.
  public struct Resources: OptionSet, Hashable, Sendable {
    /// The bits, as Apple numbers them.
    public let rawValue: Int

    /// The set of these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A graphics processor to compute on.
    public static let gpu = Resources(rawValue: 1 << 0)
  }

  /// The card's title.
  public var title: String
  /// The card's second line.
  public var subtitle: String
  /// What becomes of it when it can't run at once.
  public var strategy = SubmissionStrategy.queue
  /// Refused at submit where the machine lacks them.
  public var requiredResources: Resources = []

  /// Titles are cleaned, and cut at 200 characters; subtitles at 500.
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

  /// A person has begun it: without a hub it runs at once.
  override var turn: TurnRequest { TurnRequest(terms, withoutHub: .begins) }

  /// The date isn't heeded.
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
