internal import HeadwayModel

/// The changes that a person makes to a queued task.
enum Adjusting {
  static func adjust(
    _ reference: TaskReference, _ adjustment: QueueAdjustment, by requester: Requester,
    _ queue: inout TaskQueue, _ durability: inout Durability, in hub: inout HubContext
  ) {
    guard let task = queued(reference, for: requester, in: &hub) else { return }
    let key = task.key
    switch adjustment {
    case .priority(let priority):
      durability.change([key], by: requester, &queue, in: &hub) { queue, hub in
        hub.change(key) { $0.terms?.priority = priority }
        queue.turns.setPriority(priority, of: key)
      }
    case .title(let title):
      durability.change([key], by: requester, &queue, in: &hub) { _, hub in
        hub.change(key) { $0.description.title = title }
      }
    case .place(let other): swap(key, other, by: requester, &queue, &durability, in: &hub)
    case .command(let words):
      changeCommand(of: task, words, by: requester, &queue, &durability, in: &hub)
    }
  }

  private static func queued(
    _ reference: TaskReference, for requester: Requester, in hub: inout HubContext
  ) -> TrackedTask? {
    guard let task = hub.task(reference, for: requester) else { return nil }
    guard task.state == .queued else {
      hub.refuse(.notQueued(task.number), requester)
      return nil
    }
    return task
  }

  private static func swap(
    _ key: TaskKey, _ reference: TaskReference, by requester: Requester,
    _ queue: inout TaskQueue, _ durability: inout Durability, in hub: inout HubContext
  ) {
    guard let other = queued(reference, for: requester, in: &hub)?.key else { return }
    durability.change([key, other], by: requester, &queue, in: &hub) { queue, hub in
      queue.turns.swap(key, other)
      for each in [key, other] {
        guard let turn = queue.turns.turn(of: each) else { continue }
        hub.change(each) {
          $0.terms?.priority = turn.priority
          $0.submission?.turnRank = turn.rank
        }
      }
    }
  }

  private static func changeCommand(
    of task: TrackedTask, _ words: [SanitisedText], by requester: Requester,
    _ queue: inout TaskQueue, _ durability: inout Durability, in hub: inout HubContext
  ) {
    guard task.terms?.launcher == .hub else {
      return hub.refuse(.cannotRestart(task.number, command: nil, directory: nil), requester)
    }
    durability.change([task.key], by: requester, keepsPayload: true, &queue, in: &hub) { _, hub in
      let line = SanitisedText(
        (task.description.command ?? []).map(\.string).joined(separator: " "))
      hub.change(task.key) {
        if $0.description.title == line {
          $0.description.title = SanitisedText(words.map(\.string).joined(separator: " "))
        }
        $0.description.command = words
      }
      hub.perform(.keepPayload(task.key, from: requester.connection))
    }
  }

  /// Puts a queued task on hold, or lets it go on. A task on hold waits until a person resumes it.
  /// A task that is held since the machine restarted goes on in the same way.
  static func hold(
    _ key: TaskKey, _ isHeld: Bool, by requester: Requester, _ queue: inout TaskQueue,
    _ durability: inout Durability, in hub: inout HubContext
  ) {
    durability.change([key], by: requester, &queue, in: &hub) { queue, hub in
      let bootID = hub.settings.bootID
      hub.change(key) {
        $0.submission?.isHeld = isHeld
        if !isHeld { $0.worker.process.bootID = bootID }
      }
      if isHeld {
        queue.turns.hold(key, for: .person)
      } else {
        queue.turns.lift(.person, from: key)
        queue.turns.lift(.reboot, from: key)
      }
    }
  }

  /// Cancels a task that waits in the queue. It ends once the record has the person's order.
  static func cancel(
    _ task: TrackedTask, note: SanitisedText?, by requester: Requester, _ queue: inout TaskQueue,
    _ durability: inout Durability, in hub: inout HubContext
  ) {
    durability.change([task.key], by: requester, &queue, in: &hub) { _, hub in
      let order = CancelOrder(reason: .cancelled(by: .user), grace: task.description.grace)
      let cancelling = PendingCancel(order: order, orderedAt: hub.now.awake)
      hub.change(task.key) {
        if let note, !note.isEmpty { $0.cancelNote = note }
        $0.cancelling = cancelling
      }
    }
  }

  /// Gives a task that a program has submitted its turn now, whatever it waits for (`headway
  /// debug`). The task still waits for resources that other tasks hold.
  static func simulateLaunch(
    of identifier: SanitisedText, by requester: Requester, _ queue: inout TaskQueue,
    _ durability: inout Durability, in hub: inout HubContext
  ) {
    guard let key = queue.programRequest(of: identifier, in: hub) else {
      return hub.refuse(.nothingWaiting(identifier), requester)
    }
    durability.change([key], by: requester, &queue, in: &hub) { queue, hub in
      queue.leave(key, in: hub)
      hub.change(key) { $0.waitForNothing() }
      queue.enter(key, in: &hub)
    }
  }
}

extension TrackedTask {
  fileprivate mutating func waitForNothing() {
    terms?.earliest = nil
    terms?.conditions = []
    terms?.whileConditions = []
    terms?.dependencies = []
    terms?.takesSlot = false
    submission?.isHeld = false
    submission?.looksAt = nil
  }
}
