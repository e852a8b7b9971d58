// What a person changes of a task that waits.
extension HubState {
  mutating func adjust(
    _ reference: TaskReference, _ adjustment: QueueAdjustment, by requester: Requester,
    at now: Moment
  ) -> [HubEffect] {
    withTask(reference, requester) { state, key in
      guard let task = state.tasks[key] else { return [] }
      guard task.state == .queued else { return state.refuse(.notQueued(task.number), requester) }
      switch adjustment {
      case .priority(let priority): state.requeue(key, priority: priority)
      case .title(let title): state.tasks[key]?.description.title = title
      case .place(let other): return state.swap(key, other, requester)
      case .command(let words): return state.changeCommand(of: key, words, requester)
      }
      return state.noteAdjusted([key], requester)
    }
  }

  private mutating func requeue(_ key: TaskKey, priority: Int) {
    tasks[key]?.terms?.priority = priority
    queue.setPriority(priority, of: key)
  }

  private mutating func swap(
    _ key: TaskKey, _ reference: TaskReference, _ requester: Requester
  ) -> [HubEffect] {
    withTask(reference, requester) { state, other in
      guard let task = state.tasks[other] else { return [] }
      guard task.state == .queued else { return state.refuse(.notQueued(task.number), requester) }
      state.queue.swap(key, other)
      for each in [key, other] {
        guard let turn = state.queue.turn(of: each) else { continue }
        state.tasks[each]?.terms?.priority = turn.priority
        state.tasks[each]?.turnRank = turn.rank
      }
      return state.noteAdjusted([key, other], requester)
    }
  }

  /// A queued task is paused: it waits for a person's word. What was held for the machine's restart
  /// goes on with one too.
  mutating func hold(_ key: TaskKey, _ isHeld: Bool, _ requester: Requester) -> [HubEffect] {
    tasks[key]?.isHeld = isHeld
    if isHeld {
      queue.hold(key, for: .person)
    } else {
      queue.lift(.person, from: key)
      queue.lift(.reboot, from: key)
      tasks[key]?.worker.process.bootID = settings.bootID
    }
    return noteAdjusted([key], requester)
  }

  private mutating func changeCommand(
    of key: TaskKey, _ words: [SanitisedText], _ requester: Requester
  ) -> [HubEffect] {
    guard let task = tasks[key], task.terms?.launcher == .hub else { return [] }
    let line = SanitisedText((task.description.command ?? []).map(\.string).joined(separator: " "))
    if task.description.title == line {
      tasks[key]?.description.title = SanitisedText(words.map(\.string).joined(separator: " "))
    }
    tasks[key]?.description.command = words
    return [.keepPayload(key, from: requester.connection)] + noteAdjusted([key], requester)
  }

  private mutating func noteAdjusted(_ keys: [TaskKey], _ requester: Requester) -> [HubEffect] {
    waitingTasks.mayAnyoneStart = true
    var followers = whenDone(requester)
    return keys.compactMap { key in
      note(.listing, of: key)
      defer { followers = [] }
      return tasks[key].map { .save(TaskRecord($0), then: followers) }
    }
  }
}
