import FoundationEssentials
package import HeadwayModel

/// A request to queue a task: the fields of a begin, plus the terms of the launch.
///
/// A second submission with the same `key` queues nothing. If the hub is to launch the task, its
/// payload must come first; see ``PayloadMessage``.
///
/// ```json
/// {"type":"submit","request":1,"key":"5f0c…0516","title":"Train","needs":{"gpu":1}}
/// ```
package struct SubmitMessage: MessageBody {
  package static let type = "submit"
  package var begin: BeginMessage
  package var terms: LaunchTerms
  /// The key of the batch that the task belongs to; nil for a task of its own. The hub queues the
  /// tasks of a batch all together, when the one with ``batchSize`` has come.
  package var batch: TaskKey?
  /// The number of the task's line in the batch.
  package var line: Int?
  /// The number of tasks in the batch. Only the last task of a batch has this field.
  package var batchSize: Int?
  /// The differences between the task's payload and that of the batch; nil if the task's own payload
  /// came before. Only for a task of a batch.
  package var patch: PayloadPatch?

  package init(_ submission: Submission, request: Int? = nil) {
    begin = BeginMessage(submission.description, submission.report, request: request)
    terms = submission.terms
  }

  package var request: Int? { begin.request }

  /// The submission in the hub's own terms.
  package var submission: Submission {
    Submission(begin.description, terms, report: begin.report)
  }
}

extension SubmitMessage {
  package static var usualSize: Int { 512 }

  package static var unread: SubmitMessage {
    SubmitMessage(Submission(BeginMessage.unread.description, LaunchTerms()))
  }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try begin.visit(&fields)
    try terms.visit(&fields)
    try fields.field("batch", &batch)
    try fields.field("line", &line)
    try fields.field("batchSize", &batchSize)
    try fields.field("patch", &patch)
    guard fields.isReading else { return }
    if batch == nil, patch != nil { throw .wrong("patch", "only for a task of a batch") }
    if batch != nil, terms.launcher != .hub || terms.strategy == .fail {
      throw .wrong("batch", "only for what the hub launches, and may start later")
    }
    guard terms.series == nil || terms.launcher == .hub && terms.refresh == nil else {
      throw .wrong("every", "not with refresh, and only for what the hub launches")
    }
    guard terms.refresh != nil else { return }
    guard begin.description.identifier != nil, terms.launcher == .hub else {
      throw .wrong("refresh", "only under an identifier, and for what the hub launches")
    }
  }
}

extension Submission {
  /// The features without which a hub would queue the task under other terms.
  package var neededFeatures: [HubFeature] {
    let isLimited = description.timeLimit != nil && terms.launcher == .hub
    let hasPipes = terms.streams != .terminal && terms.launcher == .hub
    let needs: [(HubFeature, Bool)] = [
      (.slots, terms.slots > 1), (.gpus, terms.gpus != GPUChoice()), (.timeLimit, isLimited),
      (.streams, hasPipes), (.arrays, terms.array != nil), (.series, terms.series != nil),
      (.immediate, terms.startsNow), (.engines, terms.engine != nil),
      (.adoptedJobs, terms.isAdopted),
    ]
    return needs.filter(\.1).map(\.0)
  }
}

/// A place in a job array, on the wire, in the record and in `headway list --json`.
extension ArrayPart: FieldObject, FieldValue {
  package static var unread: ArrayPart { ArrayPart(index: 0, count: 1) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("first", &first)
    try fields.required("index", &index)
    try fields.required("count", &count)
    try fields.field("limit", &limit)
  }
}

/// The job of a task, on the wire, in the record and in `headway list --json`.
extension EngineJob: FieldObject, FieldValue {
  package static var unread: EngineJob { EngineJob(engine: .empty, id: .empty) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("engine", &engine)
    try fields.required("id", &id)
    try fields.field("waitsFor", &wait)
    try fields.field("held", &isHeld, usual: false)
    try fields.field("hindrance", &hindrance)
    try fields.field("suspended", &isSuspended, usual: false)
    try fields.field("nodes", &nodes)
    try fields.field("folder", &folder)
    try fields.field("nodeFolder", &nodeFolder)
    try fields.field("output", &output)
    try fields.field("cluster", &cluster)
    try fields.field("silence", &silence)
  }
}

/// The terms on the wire and in the record. A term with its usual value is left out.
extension LaunchTerms: FieldObject, FieldValue {
  package static var unread: LaunchTerms { LaunchTerms() }

  /// Visits the terms.
  ///
  /// - Throws: also for numbers out of range and for unknown conditions. A task whose terms the hub
  ///   doesn't understand would start too early, so the hub refuses such a task.
  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("strategy", &strategy, usual: .queue)
    try fields.field("priority", &priority, usual: 0)
    try fields.field("slot", &takesSlot, usual: true)
    try fields.field("slots", &slots, usual: 1)
    try fields.field("needs", &needs, usual: [:])
    try fields.list("gpus", &gpus.among)
    try fields.field("gpuShare", &gpus.share, usual: GPUChoice.whole)
    try visitDependencies(&fields)
    try visitEarliest(&fields)
    try Self.visit("when", &conditions, &fields)
    try Self.visit("while", &whileConditions, &fields)
    try fields.field("launcher", &launcher, usual: .hub)
    try fields.field("retries", &retries, usual: 0)
    try visitInherited(&fields)
    try visitRefresh(&fields)
    try visitSeries(&fields)
    try fields.field("woken", &isWoken, usual: false)
    try fields.field("restarts", &restartsAtEnd, usual: false)
    try fields.field("startsNow", &startsNow, usual: false)
    try fields.field("streams", &streams, usual: .terminal)
    try fields.field("columns", &columns)
    try fields.field("knownGroup", &needsKnownGroup, usual: false)
    try fields.field("environmentBytes", &environmentBytes)
    try fields.field("array", &array)
    try visitEngine(&fields)
    if fields.isReading { try check() }
  }

  /// Visits the engine and the options for it.
  private mutating func visitEngine(_ fields: inout some FieldVisitor) throws(WireError) {
    var (name, options, job) = (engine?.name, engine?.options ?? [], engine?.job)
    try fields.field("engine", &name)
    try fields.list("engineOptions", &options)
    try fields.field("engineJob", &job)
    guard fields.isReading else { return }
    guard options.count <= EngineTerms.optionLimit,
      options.reduce(0, { $0 + $1.utf8.count }) <= EngineTerms.optionByteLimit
    else { throw .wrong("engineOptions", "more than \(EngineTerms.optionLimit), or too long") }
    guard job == nil || name != nil && launcher == .hub else {
      throw .wrong("engineJob", "only with an engine")
    }
    engine = name.map { EngineTerms($0, options: options, job: job) }
  }

  /// Checks the ranges of the numbers and the lengths of the lists.
  private func check() throws(WireError) {
    guard Self.priorities.contains(priority) else { throw .wrong("priority", "out of range") }
    guard (0...Self.retryLimit).contains(retries) else { throw .wrong("retries", "out of range") }
    guard (1...Self.unitLimit).contains(slots) else { throw .wrong("slots", "out of range") }
    guard array?.isPossible ?? true else {
      throw .wrong("array", "at most \(ArrayPart.countLimit) parts")
    }
    guard columns.map(Self.columnCounts.contains) ?? true else {
      throw .wrong("columns", "1 to \(Self.columnCounts.upperBound)")
    }
    guard needs.count <= Self.listLimit,
      needs.values.allSatisfy({ (1...Self.unitLimit).contains($0) })
    else { throw .wrong("needs", "counts are 1 to \(Self.unitLimit)") }
    guard gpus.among.count <= Self.listLimit,
      gpus.among.allSatisfy({ (0..<Self.unitLimit).contains($0) }),
      (1...GPUChoice.whole).contains(gpus.share)
    else { throw .wrong("gpus", "out of range") }
    guard dependencies.count <= Self.listLimit, conditions.count <= Self.listLimit,
      whileConditions.count <= Self.listLimit
    else { throw .wrong("after", "more than \(Self.listLimit)") }
  }

  /// Visits the dependencies as two lists: `after` requires success, `afterAny` any end.
  private mutating func visitDependencies(
    _ fields: inout some FieldVisitor
  ) throws(WireError) {
    var strict = dependencies.filter(\.needsSuccess).map(\.task)
    var lax = dependencies.filter { !$0.needsSuccess }.map(\.task)
    try fields.list("after", &strict)
    try fields.list("afterAny", &lax)
    guard fields.isReading else { return }
    dependencies =
      strict.map { Dependency($0, needsSuccess: true) }
      + lax.map { Dependency($0, needsSuccess: false) }
  }

  /// Visits the earliest start. Without `atWords` the words are the time itself.
  private mutating func visitEarliest(
    _ fields: inout some FieldVisitor
  ) throws(WireError) {
    var (time, words) = (earliest?.time, earliest?.words)
    try fields.field("at", &time)
    try fields.field("atWords", &words)
    guard fields.isReading else { return }
    earliest = time.map { EarliestStart($0, words: words ?? SanitisedText($0.description)) }
  }

  /// Visits a list of conditions, such as `ac` or `load<2`.
  private static func visit(
    _ name: StaticString, _ conditions: inout [StartCondition], _ fields: inout some FieldVisitor
  ) throws(WireError) {
    var texts = conditions.map(\.text)
    try fields.list(name, &texts)
    guard fields.isReading else { return }
    conditions = []
    for text in texts {
      guard let condition = StartCondition(text) else {
        throw .wrong(name, "no condition: \(SanitisedText(text))")
      }
      conditions.append(condition)
    }
  }

  /// Visits what the command inherits. A limit that this version doesn't know is left out.
  private mutating func visitInherited(
    _ fields: inout some FieldVisitor
  ) throws(WireError) {
    var limits = inherited.limits.map(\.text)
    try fields.field("nice", &inherited.niceness)
    try fields.list("limits", &limits)
    guard fields.isReading else { return }
    let nicenesses = InheritedLimits.nicenesses
    guard inherited.niceness.map(nicenesses.contains) ?? true else {
      throw .wrong("nice", "out of range")
    }
    inherited.limits = limits.prefix(Self.listLimit).compactMap { ProcessLimit($0) }
  }

  /// Visits the interval of a periodic task, in seconds.
  private mutating func visitRefresh(
    _ fields: inout some FieldVisitor
  ) throws(WireError) {
    var seconds = refresh?.inSeconds
    try fields.field("refresh", &seconds)
    guard fields.isReading else { return }
    refresh = seconds.flatMap(Duration.init(nonNegativeSeconds:))
    guard seconds == nil || refresh.map(Self.refreshIntervals.contains) == true else {
      throw .wrong("refresh", "1 s to 366 days")
    }
  }
}

extension LaunchTerms {
  /// Visits the series. The state of a series is in the record only: the hub doesn't believe what a
  /// client says of it.
  fileprivate mutating func visitSeries(_ fields: inout some FieldVisitor) throws(WireError) {
    var (every, overlap) = (series?.recurrence.text, series?.overlap ?? .skip)
    var (catchesUp, hasGoneOn) = (series?.catchesUp ?? false, series?.hasGoneOn ?? false)
    var (doneThrough, runBefore) = (series?.doneThrough, series?.runBefore)
    try fields.field("every", &every)
    try fields.field("overlap", &overlap, usual: .skip)
    try fields.field("catchUp", &catchesUp, usual: false)
    try fields.field("doneThrough", &doneThrough)
    try fields.field("runBefore", &runBefore)
    try fields.field("hasGoneOn", &hasGoneOn, usual: false)
    guard fields.isReading, let every else { return }
    let recurrence = try Recurrence.read(every, as: "every")
    var read = RunSeries(recurrence, overlap: overlap, catchesUp: catchesUp)
    (read.doneThrough, read.runBefore, read.hasGoneOn) = (doneThrough, runBefore, hasGoneOn)
    series = read
  }
}

extension Recurrence {
  /// Reads the times of a series in the field `name`.
  static func read(_ text: String, as name: StaticString) throws(WireError) -> Recurrence {
    do {
      return try Recurrence(text)
    } catch {
      throw .wrong(name, "\(error)")
    }
  }
}

/// A part of a launch payload.
///
/// A client sends all parts of the payload in order, before the `submit`, over the same connection.
/// The message has no answer.
package struct PayloadMessage: MessageBody {
  package static let type = "payload"
  package var key: TaskKey
  /// The bytes of the part; on the wire in Base64 (RFC 4648).
  private var data: Data

  /// The greatest number of bytes of a part. Base64 adds a third, and a line has 64 KiB.
  package static let partLimit = 40_000

  /// Makes a part of the payload of the task `key`.
  package init(_ key: TaskKey, part: ArraySlice<UInt8>) {
    self.key = key
    data = part.withUnsafeBytes { part in
      part.baseAddress.map { Data(bytes: $0, count: part.count) } ?? Data()
    }
  }

  package var bytes: [UInt8] { Array(data) }

  package static var usualSize: Int { 2 * partLimit }

  package static var unread: PayloadMessage { PayloadMessage(.unread, part: []) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("key", &key)
    try fields.base64("data", &data)
  }
}

/// The hub's answer to a submission that the record has.
package struct SubmittedMessage: MessageBody {
  package static let type = "submitted"
  package var request: Int?
  package var key: TaskKey
  package var number: TaskNumber
  /// The queued task of the same identifier that this one replaced; nil for none.
  package var replaces: TaskNumber?
  /// The reason why the task waits in a paused group, and what to do, in one line for people; nil if
  /// no pause keeps it from its turn.
  package var notice: String?

  package init(
    request: Int?, key: TaskKey, number: TaskNumber, replaces: TaskNumber? = nil,
    notice: String? = nil
  ) {
    self.request = request
    self.key = key
    self.number = number
    self.replaces = replaces
    self.notice = notice
  }

  package static var unread: SubmittedMessage {
    SubmittedMessage(request: nil, key: .unread, number: .first)
  }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("key", &key)
    try fields.required("number", &number)
    try fields.field("replaces", &replaces)
    try fields.field("notice", &notice)
  }
}

/// A request for another attempt at an ended task that the hub had launched.
///
/// ```json
/// {"type":"restart","request":2,"task":7}
/// ```
package struct RestartMessage: MessageBody {
  package static let type = "restart"
  package var request: Int?
  package var task: TaskReference
  /// Whether the attempt, or the new task, waits until a person resumes it.
  package var hold: Bool
  /// The key of a new task with the same command, environment and terms; nil for another attempt.
  package var asNew: TaskKey?
  /// Whether the hub cancels a task that runs, and queues the next attempt when it has ended.
  package var running = false

  /// Makes a request. Only a hub with ``HubFeature/restarts`` knows `hold` and `asNew`, and only one
  /// with ``HubFeature/liveRestarts`` knows `running`.
  package init(
    task: TaskReference, hold: Bool = false, asNew: TaskKey? = nil, running: Bool = false,
    request: Int? = nil
  ) {
    self.running = running
    self.request = request
    self.task = task
    (self.hold, self.asNew) = (hold, asNew)
  }

  package static var unread: RestartMessage { RestartMessage(task: .unread) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("task", &task)
    try fields.field("hold", &hold, usual: false)
    try fields.field("asNew", &asNew)
    try fields.field("running", &running, usual: false)
  }
}
