import ArgumentParser
import HeadwayModel
import HeadwaySystem

/// The options of `run` and `submit` that set the conditions of the start.
struct TermsOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Wait for a resource, and hold it until the task ends: gpu, gpu=2, gpu=0.5 (half of one), or "
        + "a name from [resources] in the config. Can be repeated.",
      valueName: "resource[=n]"),
    transform: ResourceNeed.parse)
  var needs: [ResourceNeed] = []

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Wait for these GPUs, and hold them until the task ends: 0,2.", valueName: "indices"),
    transform: { word in
      guard let indices = GPUChoice.indices(word) else {
        throw ValidationError(localized: "must be indices with commas, each once: 0,2")
      }
      return indices
    })
  var gpus: [Int]?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Take this many slots of the queue or of the group (default: 1). No later task of the queue "
        + "starts before this one has them.",
      valueName: "n"),
    transform: wholeNumber(in: 1...LaunchTerms.unitLimit))
  var slots: Int?

  @Flag(
    name: .long, help: "Start now, or exit 75 with the reason instead of waiting for anything.")
  var now = false

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Start once these tasks have succeeded; if one fails, skip the new task. Tasks are 7, or 8,9, or "
        + "an identifier, or last (the newest task). Can be repeated.",
      valueName: "tasks"),
    completion: TaskCompletion.allOrLast, transform: TaskList.parse)
  var after: [TaskList] = []

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Start once these tasks have ended, also after a failure. Can be repeated.",
      valueName: "tasks"),
    completion: TaskCompletion.allOrLast, transform: TaskList.parse)
  var afterAny: [TaskList] = []

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Start at this time or later: 22:00, +30m, 2026-12-24, \"2026-12-24 22:00\", "
        + "\"tomorrow 9:00\", 5pm, mon, \"+1 week\".",
      valueName: "time"),
    transform: StartTime.parse)
  var at: StartTime?

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Start only while this holds: ac, network, idle=10m or load<2. Can be repeated.",
      valueName: "condition"),
    completion: .list(StartCondition.examples), transform: StartCondition.parse)
  var when: [StartCondition] = []

  @Option(
    name: .customLong("while"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Start and run only while this holds, as for --when. Otherwise the task is suspended.",
      valueName: "condition"),
    completion: .list(StartCondition.examples), transform: StartCondition.parse)
  var whileConditions: [StartCondition] = []

  @Option(
    name: .long, parsing: .unconditional,
    help: "Set the priority, -1000 to 1000 (default: 0). Higher starts first.",
    transform: priorityNumber)
  var priority: Int?

  @Option(
    name: .long, parsing: .unconditional,
    help: "Retry up to this many times after a failure, with increasing delays (default: 0).",
    transform: wholeNumber(in: 0...LaunchTerms.retryLimit))
  var retry: Int?

  /// Checks that no resource is named twice, and that the lists fit the limits of the hub.
  mutating func validate() throws {
    var named: Set<String> = []
    for need in needs where !named.insert(need.name).inserted {
      throw ValidationError(
        localized: "--needs \(need.name) is given twice; give --needs \(need.name)=N once")
    }
    if let gpus, let need = gpuNeed {
      guard need.share < GPUChoice.whole, gpus.count == 1 else {
        throw ValidationError(
          localized: """
            --gpus says which GPUs and how many; leave out --needs gpu, or share one of them: \
            --gpus 0 --needs gpu=0.5
            """)
      }
    }
    if gpus == nil, gpuNeed != nil, Self.hidesGPUs {
      throw ValidationError(
        localized: """
          CUDA_VISIBLE_DEVICES hides all GPUs from this shell, and --needs gpu needs one; unset \
          it, or choose with --gpus
          """)
    }
    if (after + afterAny).taskCount > LaunchTerms.listLimit || when.count > LaunchTerms.listLimit
      || whileConditions.count > LaunchTerms.listLimit
    {
      throw ValidationError(
        localized: """
          too many of --after, --when or --while; give at most \(LaunchTerms.listLimit) of each
          """)
    }
  }

  /// Asks the hub which task `last` means in --after and --after-any.
  mutating func resolveLast() throws(CommandFailure) {
    try after.resolveLast()
    try afterAny.resolveLast()
  }

  /// Puts the task of the line before in the place of `last`, for a line of a batch. In the first
  /// line, `last` is the newest task of the hub.
  mutating func resolveLast(meaning previous: TaskReference?) throws(CommandFailure) {
    guard let previous else { return try resolveLast() }
    after = after.map { $0.naming(previous) }
    afterAny = afterAny.map { $0.naming(previous) }
  }

  private var gpuNeed: ResourceNeed? { needs.first { $0.name == GPUChoice.resource } }

  /// Whether the shell hides all GPUs. Within a task, Headway itself may have hidden them.
  private static var hidesGPUs: Bool {
    guard ProcessEnvironment.variable("HEADWAY_TASK") == nil else { return false }
    return ProcessEnvironment.variable("CUDA_VISIBLE_DEVICES").map(GPUChoice.hidesAll) ?? false
  }

  /// The GPUs that the task can be given. Without --gpus these are the ones that the shell's
  /// CUDA_VISIBLE_DEVICES names, unless a task around this process was given them.
  private var gpuChoice: GPUChoice {
    var choice = GPUChoice(among: gpus ?? [], share: gpuNeed?.share ?? GPUChoice.whole)
    let visible = ProcessEnvironment.variable("CUDA_VISIBLE_DEVICES")
    if gpus == nil, ProcessEnvironment.variable("HEADWAY_GPU") == nil {
      choice.among = visible.flatMap(GPUChoice.indices) ?? []
    }
    return choice
  }

  /// Whether no option could make the task wait. Priority and retries alone don't.
  var areEmpty: Bool {
    needs.isEmpty && gpus == nil && after.isEmpty && afterAny.isEmpty && at == nil && when.isEmpty
      && whileConditions.isEmpty
  }

  /// The conditions without any settings of the config.
  var terms: LaunchTerms { terms(over: TaskHandler()) }

  /// The conditions, completed by the config's settings for the options that the command line
  /// leaves out.
  func terms(over handler: TaskHandler) -> LaunchTerms {
    var terms = LaunchTerms()
    terms.strategy = now ? .fail : .queue
    terms.slots = slots ?? 1
    terms.priority = priority ?? handler.priority ?? 0
    terms.needs = needs.isEmpty ? handler.needs : [:]
    for need in needs { terms.needs[need.name] = need.count }
    if let gpus { terms.needs[GPUChoice.resource] = gpus.count }
    if terms.needs[GPUChoice.resource] != nil { terms.gpus = gpuChoice }
    terms.dependencies =
      after.dependencies(needingSuccess: true) + afterAny.dependencies(needingSuccess: false)
    terms.earliest = at?.earliest
    terms.conditions = when
    terms.whileConditions = whileConditions
    terms.retries = retry ?? handler.retries ?? 0
    return terms
  }
}
