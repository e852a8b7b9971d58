import HeadwayHubCore
import HeadwayModel

// What people do.
extension QueueStory {
  mutating func goOnWithPeople(
    _ choice: Int, _ reader: inout ByteReader
  ) throws(BrokenPromise) {
    switch choice {
    case 0...5: try submitForHub(submission(of: newKey(), by: .hub, &reader))
    case 6:
      let task = reference(&reader)
      try restart(task, isHeld: reader.byte() & 7 == 0)
    case 7, 8: try adjust(&reader)
    case 9, 10: try cancel(reference(&reader), isForced: reader.flag())
    case 11: try pause(reference(&reader))
    case 12: try resume(reference(&reader))
    case 13: try awaitEnd(of: reference(&reader))
    case 14: try clean([reference(&reader), reference(&reader)])
    case 15: try cleanFound()
    case 16: try wake(&reader)
    case 17: try simulate(&reader)
    case 18: try answer(reference(&reader), reader.flag() ? .stop : .continue)
    case 19: try select(&reader)
    case 20: if reader.flag() { try closePerson() } else { try order(groupOrder(&reader)) }
    default: if let again = submissions[key(&reader)] { try submitForHub(again) }
    }
  }

  mutating func people() throws(BrokenPromise) -> ConnectionID {
    if let person { return person }
    let connection = newConnection()
    person = connection
    let process = newProcess()
    try shell.connect(connection, ConnectionPeer(process: process, isSupervisor: false))
    return connection
  }

  mutating func closePerson() throws(BrokenPromise) {
    guard let connection = person else { return }
    person = nil
    ledger.close(connection)
    try shell.close(connection)
  }

  mutating func submitForHub(_ submission: Submission) throws(BrokenPromise) {
    let isNew = submissions.updateValue(submission, forKey: submission.description.key) == nil
    // People name the run after the first one too.
    if isNew, submission.terms.series != nil { keys.append(submission.description.key.next) }
    let connection = try people()
    let requester = ledger.ask(.submit, of: submission.description.key, on: connection)
    try shell.send(.taskSubmitted(submission, requester))
  }

  mutating func restart(
    _ reference: TaskReference, isHeld: Bool = false
  ) throws(BrokenPromise) {
    for key in keys { shell.noteMayGoOn(key) }
    try ask(.restart, of: reference) {
      .restartRequested(reference, isHeld: isHeld, $0)
    }
  }

  mutating func cancel(_ reference: TaskReference, isForced: Bool) throws(BrokenPromise) {
    try ask(.cancel, of: reference) {
      .cancelRequested(reference, isForced: isForced, note: nil, $0)
    }
  }

  mutating func pause(_ reference: TaskReference) throws(BrokenPromise) {
    try ask(.pause, of: reference) { .pauseRequested(reference, $0) }
  }

  mutating func resume(_ reference: TaskReference) throws(BrokenPromise) {
    for key in keys { shell.noteMayGoOn(key) }
    try ask(.resume, of: reference) { .resumeRequested(reference, $0) }
  }

  mutating func awaitEnd(of reference: TaskReference) throws(BrokenPromise) {
    try ask(.await, of: reference) { .endAwaited(reference, $0) }
  }

  private mutating func adjust(_ reader: inout ByteReader) throws(BrokenPromise) {
    let (one, choice) = (reference(&reader), reader.byte())
    let value = Int(choice >> 2 & 7) - 3
    let title = SanitisedText("Title \(value)")
    let adjustment: QueueAdjustment =
      switch choice & 3 {
      case 0: .priority(value)
      case 1: choice & 32 == 0 ? .title(title) : .edit(TaskEdit(priority: value, title: title))
      case 2: choice & 32 == 0 ? .place(of: reference(&reader)) : .edit(terms(&reader))
      default:
        choice & 32 == 0
          ? .command(["make", SanitisedText("all\(value)")], in: SanitisedText("/\(value)"))
          : .start
      }
    if case .place(let other) = adjustment, let key = named(other) { ledger.noteTouch(key) }
    try ask(.adjust(adjustment), of: one) { .adjustmentRequested(one, adjustment, $0) }
  }

  mutating func order(_ order: GroupOrder) throws(BrokenPromise) {
    let requester = ledger.ask(.group(order), of: nil, on: try people())
    try shell.send(.groupsOrdered(order, requester))
  }

  /// The groups of the story's tasks, one that no task is in, and nil for the general slots.
  static let groupNames: [SanitisedText?] = [nil, "g", "h", "made"]

  private func groupOrder(_ reader: inout ByteReader) -> GroupOrder {
    let choice = reader.byte()
    let name = Self.groupNames[Int(choice & 3)]
    var terms = GroupTerms()
    switch choice >> 2 & 3 {
    case 0: terms.slots = .count(Int(choice >> 4 & 3))
    case 1: terms.slots = .unlimited
    case 2: terms.pausesOnFailure = choice & 16 == 0
    default: break
    }
    switch choice >> 5 {
    case 0: return .add(name ?? "made", terms)
    case 1: return .remove(name ?? "made")
    case 2, 3: return .set(name, terms)
    case 4: return .pause(name)
    case 5: return .resume(name)
    case 6: return .pauseAll
    default: return .resumeAll
    }
  }

  /// Other terms: a group, needs, a time or other tasks.
  private func terms(_ reader: inout ByteReader) -> TaskEdit {
    var edit = TaskEdit()
    let choice = reader.byte()
    if choice & 1 != 0 { edit.group = choice & 2 == 0 ? .set("g") : .cleared }
    if choice & 4 != 0 { edit.needs = choice & 8 == 0 ? ["gpu": 1] : [:] }
    if choice & 16 != 0 {
      let time = shell.now.wall.advanced(by: .seconds(60))
      edit.earliest = choice & 32 == 0 ? .set(EarliestStart(time, words: "later")) : .cleared
    }
    if choice & 12 == 12 {
      let what = reader.byte()
      let series = Self.series(what).map { EditedSeries($0.recurrence, overlap: $0.overlap) }
      edit.series = what & 128 == 0 ? series.map { .set($0) } : .cleared
    }
    guard choice & 64 != 0 else { return edit }
    edit.dependencies =
      choice & 128 == 0 ? [Dependency(reference(&reader), needsSuccess: choice & 2 == 0)] : []
    return edit
  }

  private mutating func answer(
    _ reference: TaskReference, _ answer: StallAnswer
  ) throws(BrokenPromise) {
    try ask(.other, of: reference) { .answerGiven(reference, answer, $0) }
  }

  mutating func clean(_ references: [TaskReference]) throws(BrokenPromise) {
    let connection = try people()
    let keys = references.compactMap(named)
    let requester = ledger.ask(.clean(keys), of: nil, on: connection)
    try shell.send(.cleanRequested(references, requester))
  }

  /// All that has ended, as the record has it.
  private mutating func cleanFound() throws(BrokenPromise) {
    let connection = try people()
    let requester = ledger.ask(.other, of: nil, on: connection)
    try shell.send(.cleanableFound(endedOnDisk, next: nil, for: requester))
  }

  private mutating func wake(_ reader: inout ByteReader) throws(BrokenPromise) {
    let name = SanitisedText(Self.identifiers[reader.choice(of: 3)])
    for key in keys { ledger.noteTouch(key) }
    let requester = ledger.ask(.other, of: nil, on: try people())
    try shell.send(.wakeRequested(name, requester))
  }

  private mutating func simulate(_ reader: inout ByteReader) throws(BrokenPromise) {
    let choice = reader.byte()
    for key in keys { ledger.noteTouch(key) }
    guard choice & 1 == 0 else {
      let reference = reference(&reader)
      return try ask(.other, of: reference) { .expirySimulated(reference, $0) }
    }
    let name = SanitisedText(Self.identifiers[Int(choice >> 1) % 3])
    let requester = ledger.ask(.other, of: nil, on: try people())
    for key in keys { shell.noteMayGoOn(key) }
    try shell.send(.launchSimulated(name, requester))
  }

  private mutating func select(_ reader: inout ByteReader) throws(BrokenPromise) {
    let connection = try people()
    let isSelected = reader.flag()
    let chosen = key(&reader)
    try shell.send(.selectionMoved(to: isSelected ? chosen : nil, in: connection))
    try shell.send(.focusReported(connection, isFocused: isSelected))
    try shell.send(.terminalAsked(chosen, in: connection))
  }

  /// The task that the hub would take `reference` for.
  func named(_ reference: TaskReference) -> TaskKey? {
    switch reference {
    case .key(let key): key
    case .number(let number):
      shell.state.snapshots(at: shell.now).first { $0.number == number }?.key
        ?? shell.disk.recalled(reference)?.description.key
    case .identifier(let identifier): current(identifier)
    }
  }

  /// The one live task of that identifier, else the only one.
  private func current(_ identifier: String) -> TaskKey? {
    let all = shell.state.snapshots(at: shell.now).filter { $0.identifier?.string == identifier }
    let live = all.filter { $0.state != .ended }
    if live.count == 1 { return live.first?.key }
    return all.count == 1 ? all.first?.key : nil
  }

  private mutating func ask(
    _ kind: QueueLedger.Kind, of reference: TaskReference, _ event: (Requester) -> HubEvent
  ) throws(BrokenPromise) {
    let connection = try people()
    let key = named(reference)
    if key == nil { for key in keys { ledger.noteTouch(key) } }
    let launch = key.flatMap { shell.launch(of: $0) } ?? 1
    let requester = ledger.ask(kind, of: key, on: connection, launch: launch)
    try shell.send(event(requester))
  }
}
