internal import HeadwayModel

// What a person changes of a task that waits.
extension HubState {
  mutating func adjust(
    _ reference: TaskReference, _ adjustment: QueueAdjustment, by requester: Requester
  ) -> [HubEffect] {
    withTask(reference, requester) { state, key in
      guard let task = state.tasks[key] else { return [] }
      guard task.state == .queued else { return state.refuse(.notQueued(task.number), requester) }
      switch adjustment {
      case .priority(let priority): return state.requeue(key, priority: priority, requester)
      case .title(let title): return state.rename(key, title, requester)
      case .place(let other): return state.swap(key, other, requester)
      case .command(let words): return state.changeCommand(of: key, words, requester)
      }
    }
  }

  private mutating func requeue(
    _ key: TaskKey, priority: Int, _ requester: Requester
  ) -> [HubEffect] {
    change([key], by: requester) { state in
      state.tasks[key]?.terms?.priority = priority
      state.queue.setPriority(priority, of: key)
      return []
    }
  }

  private mutating func rename(
    _ key: TaskKey, _ title: SanitisedText, _ requester: Requester
  ) -> [HubEffect] {
    change([key], by: requester) { state in
      state.tasks[key]?.description.title = title
      return []
    }
  }

  private mutating func swap(
    _ key: TaskKey, _ reference: TaskReference, _ requester: Requester
  ) -> [HubEffect] {
    withTask(reference, requester) { state, other in
      guard let task = state.tasks[other] else { return [] }
      guard task.state == .queued else { return state.refuse(.notQueued(task.number), requester) }
      return state.change([key, other], by: requester) { state in
        state.queue.swap(key, other)
        for each in [key, other] {
          guard let turn = state.queue.turn(of: each) else { continue }
          state.tasks[each]?.terms?.priority = turn.priority
          state.tasks[each]?.turnRank = turn.rank
        }
        return []
      }
    }
  }

  /// A queued task is paused: it waits for a person's word. What was held for the machine's restart
  /// goes on with one too.
  mutating func hold(_ key: TaskKey, _ isHeld: Bool, _ requester: Requester) -> [HubEffect] {
    change([key], by: requester) { state in
      state.tasks[key]?.isHeld = isHeld
      if isHeld {
        state.queue.hold(key, for: .person)
      } else {
        state.queue.lift(.person, from: key)
        state.queue.lift(.reboot, from: key)
        state.tasks[key]?.worker.process.bootID = state.settings.bootID
      }
      return []
    }
  }

  /// Cancels a task that waits in the queue. It ends once the record has the person's order.
  mutating func cancelQueued(
    _ task: TrackedTask, note: SanitisedText?, _ requester: Requester
  ) -> [HubEffect] {
    change([task.key], by: requester) { state in
      if let note, !note.isEmpty { state.tasks[task.key]?.cancelNote = note }
      state.tasks[task.key]?.cancel = CancelOrder(
        reason: .cancelled(by: .user), grace: task.description.grace)
      return []
    }
  }

  private mutating func changeCommand(
    of key: TaskKey, _ words: [SanitisedText], _ requester: Requester
  ) -> [HubEffect] {
    guard let task = tasks[key] else { return [] }
    guard task.terms?.launcher == .hub else {
      return refuse(.cannotRestart(task.number, command: nil, directory: nil), requester)
    }
    return change([key], by: requester, keepsPayload: true) { state in
      let line = SanitisedText(
        (task.description.command ?? []).map(\.string).joined(separator: " "))
      if task.description.title == line {
        state.tasks[key]?.description.title = SanitisedText(
          words.map(\.string).joined(separator: " "))
      }
      state.tasks[key]?.description.command = words
      return [.keepPayload(key, from: requester.connection)]
    }
  }
}
