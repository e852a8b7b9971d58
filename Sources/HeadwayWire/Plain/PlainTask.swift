import HeadwayModel

extension HubMessage {
  /// Decodes a task, a change or a step in the form that a hub writes, without `JSONDecoder`.
  ///
  /// Nil if `JSONDecoder` must decide; if the result isn't nil, `JSONDecoder` would read the same.
  package init?(plain line: Span<UInt8>) {
    if let step = TaskStep(plain: line) {
      self = .step(StepMessage(step))
      return
    }
    var scanner = PlainScanner()
    guard let head = PlainTaskHead(line, &scanner), let task = PlainTask.read(line, &scanner),
      scanner.take("}", line), scanner.isAtEnd(of: line)
    else { return nil }
    self =
      switch head {
      case .task(let request): .task(TaskMessage(request: request, task: task))
      case .change: .change(ChangeMessage(task: task))
      }
  }
}

/// The part of a message before its task: `{"type":"change","task":`, perhaps with a request's
/// number.
private enum PlainTaskHead {
  case task(request: Int?)
  case change

  init?(_ line: Span<UInt8>, _ scanner: inout PlainScanner) {
    guard scanner.take("{", line), scanner.take(name: "type", line),
      let type = scanner.text(line)
    else { return nil }
    if line.holds("change", at: type.range) {
      self = .change
    } else {
      guard line.holds("task", at: type.range) else { return nil }
      self = .task(request: scanner.request(line))
    }
    guard scanner.take(",", line), scanner.take(name: "task", line) else { return nil }
  }
}

extension PlainScanner {
  /// Reads `,"request":7` if that comes next; otherwise stays at its position.
  fileprivate mutating func request(_ line: Span<UInt8>) -> Int? {
    var ahead = self
    guard ahead.take(",", line), ahead.take(name: "request", line),
      let request = ahead.integer(line)
    else { return nil }
    self = ahead
    return Int(request)
  }
}

/// A reader of a task whose fields come in the order in which a hub writes them.
///
/// A monitor of thousands of tasks reads mostly tasks. A fixed order makes the reader fast: each
/// name is compared only with names behind the last one. Other orders are left to `JSONDecoder`.
private struct PlainTask {
  private var task: TaskSnapshot
  /// The fields of the end, combined when the task is complete.
  private var end = End()
  /// The fields that may still follow.
  private var places = OptionalFields.all[...]

  /// The fields of the task's end.
  private struct End {
    var word: EndWord?
    var detail: String?
    var exitCode: Int32?
    var signal: Int32?

    var ending: TaskEnding? {
      word.map {
        TaskEnding(
          reason: EndReason(word: $0, detail: detail) ?? .lost,
          status: ExitStatus(exitCode: exitCode, signal: signal))
      }
    }
  }

  /// The fields that may be missing. The first four fields of every task are always there.
  private enum OptionalFields {
    static let all = TaskSnapshot.Field.allCases.dropFirst(4).map {
      (field: $0, name: Array($0.rawValue.utf8))
    }
  }

  /// Reads a task; nil if `JSONDecoder` must decide.
  static func read(_ line: Span<UInt8>, _ scanner: inout PlainScanner) -> TaskSnapshot? {
    guard var plain = PlainTask(line, &scanner) else { return nil }
    while scanner.take(",", line) {
      guard let name = scanner.text(line), let field = plain.nextField(name.range, line),
        scanner.take(":", line), plain.take(field, line, &scanner)
      else { return nil }
    }
    plain.task.ending = plain.end.ending
    return scanner.take("}", line) ? plain.task : nil
  }

  /// Reads the four fields that every task begins with.
  private init?(_ line: Span<UInt8>, _ scanner: inout PlainScanner) {
    guard scanner.take("{", line), scanner.take(name: "number", line),
      let number = scanner.integer(line).flatMap({ TaskNumber(Int($0)) }),
      scanner.take(",", line), scanner.take(name: "key", line), let key = scanner.key(line),
      scanner.take(",", line), scanner.take(name: "title", line),
      let title = scanner.sanitised(line),
      scanner.take(",", line), scanner.take(name: "state", line),
      let state: TaskState = scanner.word(line)
    else { return nil }
    task = TaskSnapshot(number: number, key: key, title: title, state: state)
  }

  /// Returns the field of a name, and forgets the fields before it.
  ///
  /// Nil for a name that is unknown, doubled or out of order.
  private mutating func nextField(_ name: Range<Int>, _ line: Span<UInt8>) -> TaskSnapshot.Field? {
    while let place = places.popFirst() {
      if line.holds(place.name.span, at: name) { return place.field }
    }
    return nil
  }

  /// Reads the value of a field. Returns whether the value was understood.
  private mutating func take(
    _ field: TaskSnapshot.Field, _ line: Span<UInt8>, _ scanner: inout PlainScanner
  ) -> Bool {
    switch field {
    case .number, .key, .title, .state: false
    case .identifier: set(&task.identifier, scanner.sanitised(line))
    case .subtitle: set(&task.subtitle, scanner.sanitised(line))
    case .sensitive: set(&task.sensitive, scanner.truth(line))
    case .endReason: set(&end.word, scanner.word(line))
    case .endDetail: set(&end.detail, scanner.string(line))
    case .exitCode: set(&end.exitCode, scanner.narrow(line))
    case .signal: set(&end.signal, scanner.narrow(line))
    case .cancelNote: set(&task.cancelNote, scanner.sanitised(line))
    case .completed, .total, .unit, .estimated, .fraction, .estimatedFraction, .growing, .phase,
      .rate, .eta, .etaConfidence:
      scanner.takeProgress(field, line, &task.progress)
    case .elapsed: set(&task.elapsed, scanner.seconds(line))
    case .queuedAt: set(&task.queuedAt, scanner.time(line))
    case .startedAt: set(&task.startedAt, scanner.time(line))
    case .endedAt: set(&task.endedAt, scanner.time(line))
    case .foreground: set(&task.foreground, scanner.truth(line))
    case .attachable: set(&task.isAttachable, scanner.truth(line))
    case .pausable: set(&task.isPausable, scanner.truth(line))
    case .restartable: set(&task.isRestartable, scanner.truth(line))
    case .stalled: set(&task.stalled, scanner.word(line))
    case .stalledFor: set(&task.stalledFor, scanner.seconds(line))
    case .slowdown: takeSlowdown(scanner.number(line))
    case .memoryShort: takeMemoryShort(scanner.truth(line))
    case .memoryBytes: set(&task.memoryBytes, scanner.integer(line))
    case .expiresIn: set(&task.expiresIn, scanner.seconds(line))
    case .waitingForInput: set(&task.waitingForInput, scanner.word(line))
    case .assertion: set(&task.assertion, scanner.sanitised(line))
    case .leakedAssertion: set(&task.leakedAssertion, scanner.sanitised(line))
    case .question: scanner.text(line) != nil
    case .position: set(&task.position, scanner.narrow(line))
    case .blockedOn: set(&task.blockedOn, scanner.sanitised(line))
    case .pid: set(&task.pid, scanner.narrow(line))
    case .command: set(&task.command, scanner.sanitisedList(line))
    case .directory: set(&task.directory, scanner.sanitised(line))
    case .parent: set(&task.parent, scanner.key(line))
    case .attempt: set(&task.attempt, scanner.narrow(line))
    case .group: set(&task.group, scanner.sanitised(line))
    case .priority: set(&task.priority, scanner.narrow(line))
    case .needs: set(&task.needs, scanner.counts(line))
    case .waitsFor, .after, .afterAny, .at, .when, .while, .retries, .retriesAt, .refresh:
      takeTerms(field, line, &scanner)
    }
  }

  /// Stores the slowdown. A task that doesn't advance and has a slowdown is slow; see
  /// `StallKind.init(wireWord:slowdown:)`.
  private mutating func takeSlowdown(_ slowdown: Double?) -> Bool {
    if slowdown != nil, task.stalled == .notAdvancing { task.stalled = .slow }
    return set(&task.slowdown, slowdown)
  }

  /// Turns the kind of the stall into `memory` if the hub says so.
  private mutating func takeMemoryShort(_ isShort: Bool?) -> Bool {
    if isShort == true, task.stalled != nil { task.stalled = .memory }
    return isShort != nil
  }
}

extension PlainTask {
  private mutating func takeTerms(
    _ field: TaskSnapshot.Field, _ line: Span<UInt8>, _ scanner: inout PlainScanner
  ) -> Bool {
    switch field {
    case .waitsFor: set(&task.terms.waitsFor, scanner.sanitisedList(line))
    case .after: set(&task.terms.after, scanner.numbers(line))
    case .afterAny: set(&task.terms.afterAny, scanner.numbers(line))
    case .at: set(&task.terms.earliest, scanner.time(line))
    case .when: set(&task.terms.conditions, scanner.sanitisedList(line))
    case .while: set(&task.terms.whileConditions, scanner.sanitisedList(line))
    case .retries: set(&task.terms.retries, scanner.narrow(line))
    case .retriesAt: set(&task.terms.retriesAt, scanner.time(line))
    default: set(&task.terms.refresh, scanner.seconds(line))
    }
  }
}
