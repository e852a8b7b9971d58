import ArgumentParser
import HeadwayModel

/// The options of `run` and `submit` that set the conditions of the start.
struct TermsOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Hold a resource until it ends: gpu, gpu=2, or a name of the config's [resources].",
      valueName: "resource[=n]"),
    transform: ResourceNeed.parse)
  var needs: [ResourceNeed] = []

  @Flag(name: .long, help: "Start now, or fail with status 75 and the reason.")
  var now = false

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Wait for that task, which must succeed.", valueName: "task"),
    completion: TaskCompletion.all, transform: TaskReference.parse)
  var after: [TaskReference] = []

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Wait for that task, however it ends.", valueName: "task"),
    completion: TaskCompletion.all, transform: TaskReference.parse)
  var afterAny: [TaskReference] = []

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Not before: 22:00, +30m, 2026-12-24 or \"2026-12-24 22:00\".", valueName: "time"),
    transform: StartTime.parse)
  var at: StartTime?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Not unless: ac, network, idle=10m or load<2. Any number of times.", valueName: "condition"),
    completion: .list(StartCondition.examples), transform: StartCondition.parse)
  var when: [StartCondition] = []

  @Option(
    name: .customLong("while"),
    help: ArgumentHelp(
      "As --when, and for as long as it runs: suspended without it, and resumed.",
      valueName: "condition"),
    completion: .list(StartCondition.examples), transform: StartCondition.parse)
  var whileConditions: [StartCondition] = []

  @Option(
    name: .long, parsing: .unconditional,
    help: "Higher goes first: -1000 to 1000; 0 unless something else is said.",
    transform: priorityNumber)
  var priority: Int?

  @Option(
    name: .long, parsing: .unconditional,
    help: "Try again, with growing pauses, up to so many times after a failure.",
    transform: wholeNumber(in: 0...LaunchTerms.retryLimit))
  var retry: Int?

  /// Checks that no resource is named twice, and that the lists fit the limits of the hub.
  mutating func validate() throws {
    var named: Set<String> = []
    for need in needs where !named.insert(need.name).inserted {
      throw ValidationError("--needs \(need.name) stands twice; write --needs \(need.name)=n once")
    }
    if after.count + afterAny.count > LaunchTerms.listLimit || when.count > LaunchTerms.listLimit
      || whileConditions.count > LaunchTerms.listLimit
    {
      throw ValidationError("more than \(LaunchTerms.listLimit) of one kind; use fewer")
    }
  }

  /// Whether no option could make the task wait. Priority and retries alone don't.
  var areEmpty: Bool {
    needs.isEmpty && after.isEmpty && afterAny.isEmpty && at == nil && when.isEmpty
      && whileConditions.isEmpty
  }

  /// The conditions without any settings of the config.
  var terms: LaunchTerms { terms(over: TaskHandler()) }

  /// The conditions, completed by the config's settings for the options that the command line
  /// leaves out.
  func terms(over handler: TaskHandler) -> LaunchTerms {
    var terms = LaunchTerms()
    terms.strategy = now ? .fail : .queue
    terms.priority = priority ?? handler.priority ?? 0
    terms.needs = needs.isEmpty ? handler.needs : [:]
    for need in needs { terms.needs[need.name] = need.count }
    terms.dependencies =
      after.map { Dependency($0, needsSuccess: true) }
      + afterAny.map { Dependency($0, needsSuccess: false) }
    terms.earliest = at?.earliest
    terms.conditions = when
    terms.whileConditions = whileConditions
    terms.retries = retry ?? handler.retries ?? 0
    return terms
  }
}
