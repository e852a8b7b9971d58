/// A task as everyone outside the hub sees it: one line of a snapshot, one object of
/// `headway list --json`. Nil is "unknown" or "none".
package struct TaskSnapshot: Hashable, Sendable {
  package var number: TaskNumber
  package var key: TaskKey
  package var identifier: SanitisedText?
  package var title: SanitisedText
  package var subtitle: SanitisedText?
  /// Redact on shared surfaces.
  package var sensitive = false
  package var state: TaskState
  package var ending: TaskEnding?
  /// Why a person cancelled it, in their words.
  package var cancelNote: SanitisedText?
  package var progress = TaskProgressView()
  package var queuedAt: WallTime?
  package var startedAt: WallTime?
  package var endedAt: WallTime?
  /// The time from the start to the end or to now, by the running clock.
  package var elapsed: Duration?
  /// A terminal is attached to its supervisor.
  package var foreground = false
  /// `headway attach` leads to its terminal.
  package var isAttachable = false
  /// `headway pause` can stop it.
  package var isPausable = false
  /// Whether the task has ended and `headway restart` begins another attempt.
  package var isRestartable = false
  package var stalled: StallKind?
  /// The time for which the stalled clock has stood, at the time of this snapshot.
  package var stalledFor: Duration?
  /// The factor by which the task is slower than usual, if the question is about that.
  package var slowdown: Double?
  /// The resident memory of its processes when it was asked about, in bytes; nil for questions that
  /// aren't about memory, and from a hub that doesn't measure.
  package var memoryBytes: Int64?
  /// The time until the unanswered question expires the task; nil without a countdown.
  package var expiresIn: Duration?
  package var waitingForInput: InputWait?
  /// The work that the task must finish before it is stopped.
  package var assertion: SanitisedText?
  /// The work that the task didn't finish within the time it may take.
  package var leakedAssertion: SanitisedText?
  package var pid: Int32?
  package var command: [SanitisedText]?
  package var directory: SanitisedText?
  package var parent: TaskKey?
  package var attempt = 1
  package var group: SanitisedText?
  package var priority = 0
  package var needs: [String: Int] = [:]
  package var position: Int?
  /// The most telling of the reasons for which the task waits.
  package var blockedOn: SanitisedText?
  package var terms = LaunchTermsView()

  package init(number: TaskNumber, key: TaskKey, title: SanitisedText, state: TaskState) {
    self.number = number
    self.key = key
    self.title = title
    self.state = state
  }
}

/// The progress part of a snapshot, with what the hub derives from it.
package struct TaskProgressView: Hashable, Sendable {
  package var completed: Int64?
  package var total: Int64?
  package var unit: SanitisedText?
  package var estimated: Int64 = 0
  /// Measured units only, 0 to 1.
  package var fraction: Double?
  /// Measured and estimated units, 0 to 1.
  package var estimatedFraction: Double?
  package var isGrowing = false
  package var phase: SanitisedText?
  /// Units a second; nil while unknown.
  package var rate: Double?
  /// The remaining time; nil if it isn't known. An unknown ETA isn't shown.
  package var eta: Duration?
  /// The precision of `eta`; nil without one, and from a hub that doesn't send it.
  package var etaConfidence: EtaConfidence?

  package init() {}

  package init(_ progress: TaskProgress, rate: Double? = nil, eta: Eta? = nil) {
    completed = progress.completed
    total = progress.total
    unit = progress.unit
    estimated = progress.estimated
    fraction = progress.fraction
    estimatedFraction = progress.estimatedFraction
    isGrowing = progress.isGrowing
    phase = progress.phase
    self.rate = rate
    self.eta = eta?.remaining
    etaConfidence = eta?.confidence
  }

  /// Returns this progress, or `earlier` if that was further in the same phase.
  ///
  /// After a crash the hub goes on from its record, which may be behind what a monitor has shown.
  /// The worker's return corrects that.
  package func notBehind(_ earlier: TaskProgressView) -> TaskProgressView {
    let isBehind =
      phase == earlier.phase && unit == earlier.unit
      && completed ?? -1 < earlier.completed ?? -1 && fraction ?? 0 <= earlier.fraction ?? 0
    return isBehind ? earlier : self
  }
}

/// Why a task is asked about: which of its clocks ran out, the one that says most first; or memory.
package enum StallKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// No message, output, CPU use or disk traffic.
  case silent
  /// Alive, but completed units stand still.
  case notAdvancing
  /// The task goes on, at less than a tenth of its own median rate.
  case slow
  /// The system is low on memory, and of all tasks this one uses the most.
  case memory
}

/// The input that the task's foreground group waits for at its terminal, proven by proc(5),
/// `syscall`.
package enum InputWait: String, Hashable, Sendable, Codable {
  case input, password
}

extension TaskSnapshot {
  /// Needs a person: it stalled and asks, or waits at its terminal.
  package var needsAnswer: Bool { state != .ended && (stalled != nil || waitingForInput != nil) }

  /// The question as it stands; nil while none is asked. `further` is the time since this
  /// snapshot was taken; `subject` stands for the title where that is said already or too long.
  package func question(
    after further: Duration = .zero, of subject: StallQuestion.Subject? = nil
  ) -> String? {
    guard let stalled, let stalledFor, state != .ended else { return nil }
    return StallQuestion(
      subject ?? .named(title.string), fraction: progress.fraction, kind: stalled,
      duration: stalledFor + further, slowdown: slowdown, memoryBytes: memoryBytes
    ).text
  }
}

extension TaskReference {
  /// Whether this reference names the task of the snapshot.
  package func names(_ task: TaskSnapshot) -> Bool {
    switch self {
    case .number(let number): task.number == number
    case .key(let key): task.key == key
    case .identifier(let identifier): task.identifier?.string == identifier
    }
  }
}
