@testable import HeadwayHubCore
@testable import HeadwayModel
import Testing

/// Looks over a hub's shoulder, one event at a time.
struct InvariantWatch {
  private var highestNumber = 0
  private var numbers: [TaskKey: TaskNumber] = [:]
  private var endings: [TaskKey: TaskEnding] = [:]
  private var fractions: [TaskKey: (phase: SanitisedText?, fraction: Double, total: Int64)] = [:]

  mutating func check(_ effects: [HubEffect], before: [TaskSnapshot], after bench: HubBench) {
    let tasks = bench.state.snapshots(at: bench.now)
    #expect(bench.state.hub.tasks.liveCount == tasks.count { $0.state != .ended })
    #expect(bench.state.keysByAge == tasks.map(\.key))
    let removed = bench.changes.compactMap { change in
      if case .removed(let key) = change { key } else { nil }
    }
    for key in removed { forget(key) }
    for task in tasks { check(task) }
    checkEndedTasks(effects, bench.changes, before)
    checkChangesAreTold(bench.changes, before: before, tasks)
  }

  private mutating func forget(_ key: TaskKey) {
    (numbers[key], endings[key], fractions[key]) = (nil, nil, nil)
  }

  private mutating func check(_ task: TaskSnapshot) {
    if let number = numbers[task.key] {
      #expect(number == task.number)
    } else {
      #expect(task.number.value > highestNumber)
      highestNumber = task.number.value
      numbers[task.key] = task.number
    }
    #expect((task.state == .ended) == (task.ending != nil))
    if let ending = endings[task.key] { #expect(task.ending == ending) }
    endings[task.key] = task.ending
    checkFraction(of: task)
  }

  /// Within a phase the percent goes backward only where the total rises.
  private mutating func checkFraction(of task: TaskSnapshot) {
    guard let fraction = task.progress.fraction else { return }
    let total = task.progress.total ?? 0
    if let known = fractions[task.key], known.phase == task.progress.phase, total <= known.total {
      #expect(fraction >= known.fraction)
    }
    #expect((0...1).contains(fraction))
    fractions[task.key] = (task.progress.phase, fraction, total)
  }

  /// Nobody does anything to or for the worker of a task that was over before the event.
  private func checkEndedTasks(
    _ effects: [HubEffect], _ changes: [TaskChange], _ before: [TaskSnapshot]
  ) {
    let over = Set(before.filter { $0.state == .ended }.map(\.key))
    for case .changed(let key, _) in changes { #expect(!over.contains(key)) }
    for effect in effects {
      switch effect {
      case .tellWorker(_, let key, _), .watchProcess(let key, _), .searchSpool(let key):
        #expect(!over.contains(key), "\(effect)")
      case .killProcess(let process):
        #expect(before.contains { $0.state != .ended && $0.worker.pid == process.pid })
      case .save, .saveGroups, .confirm, .reply, .unwatchProcess, .launch, .keepPayload,
        .copyPayload,
        .searchSupervisor, .observe,
        .forget, .wakeUp, .recallHistory, .leave, .leaveWithin, .log, .runHook,
        .gatherNews, .noteInJournal, .showOnDesktop, .showInTmux, .showInMonitors, .abandon,
        .dropPayload, .measureMemory:
        break
      }
    }
  }

  /// What others can see of a task never changes silently, the passing of time apart.
  private func checkChangesAreTold(
    _ changes: [TaskChange], before: [TaskSnapshot], _ tasks: [TaskSnapshot]
  ) {
    let told = Set(
      changes.compactMap { change in
        if case .changed(let key, _) = change { key } else { nil }
      })
    let earlier = Dictionary(uniqueKeysWithValues: before.map { ($0.key, Self.timeless($0)) })
    for task in tasks where earlier[task.key] != Self.timeless(task) {
      #expect(told.contains(task.key), "\(task.key) changed")
    }
  }

  private static func timeless(_ task: TaskSnapshot) -> TaskSnapshot {
    var task = task
    task.elapsed = nil
    task.stall.time = nil
    task.stall.expiresIn = nil
    task.worker.killedIn = nil
    task.progress.rate = nil
    (task.progress.eta, task.progress.etaConfidence) = (nil, nil)
    return task
  }
}
