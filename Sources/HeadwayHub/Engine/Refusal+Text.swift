package import HeadwayHubCore
internal import HeadwayModel
package import HeadwayWire

extension Refusal {
  package var code: ErrorCode {
    switch self {
    case .unknownTask: .unknownTask
    case .keyCleaned: .keyCleaned
    case .ambiguousIdentifier: .ambiguous
    case .batch(_, let refusal): refusal.code
    case .keyTaken, .identifierRepeated: .ambiguous
    case .alreadyEnded: .ended
    case .nothingAsked: .nothingAsked
    case .limitReached, .tooManyWaiters: .limit
    case .nothingWaiting: .nothingWaiting
    case .nothingToWake: .nothingToWake
    case .resourceUnknown, .resourceExceeded, .slotsExceeded, .gpuMissing, .gpusExceeded:
      .notPermitted
    case .cannotStartNow: .notNow
    case .dependsOnItself, .wouldWaitForItself: .dependsOnItself
    case .unknownGroup: .unknownGroup
    case .groupExists, .groupReserved: .groupExists
    case .groupOfConfig, .groupInUse: .groupInUse
    case .tooManyGroups: .limit
    case .notQueued, .withEngine: .notQueued
    case .neverComes: .malformed
    case .cannotRepeat: .notQueued
    case .stillLive, .stillRuns: .stillLive
    case .awaited: .awaited
    case .cannotRestart, .cannotSucceed: .cannotRestart
    case .environmentUnknown: .environmentUnknown
    case .notPausable: .notPausable
    case .notRunning: .notRunning
    case .suspended: .suspended
    case .engineRefused(_, let isFinal), .notAdopted(_, let isFinal):
      isFinal ? .notPermitted : .notNow
    case .recordUnwritable, .changeUnrecorded, .notRecordedYet: .record
    }
  }

  /// Returns the `headway submit` command for a shell.
  private static func submission(of command: [String], in directory: String?) -> String {
    let words = command.map { ShellWord($0).written }.joined(separator: " ")
    guard let directory else { return "headway submit -- \(words)" }
    return "(cd \(ShellWord(directory).written) && headway submit -- \(words))"
  }

  /// The refusal and the remedy, on one line. The client translates them.
  package var message: String {
    switch self {
    case .unknownTask(let reference):
      String(
        wire: "there is no task \(SanitisedText(reference.description)); see: headway list")
    case .keyCleaned(let key):
      String(
        wire: """
          the task with the key \(key) was cleaned, so nothing was queued; choose another key
          """)
    case .batch(let line, let refusal):
      String(wire: "line \(line): \(refusal.message) (nothing was queued)")
    case .keyTaken(let key, let number):
      String(wire: "task \(number) has the key \(key) already; choose another key")
    case .identifierRepeated(let identifier):
      String(wire: "an earlier line has the identifier \(identifier) too; give each its own")
    case .ambiguousIdentifier(let identifier):
      String(
        wire: """
          several tasks have the identifier \(SanitisedText(identifier)); name one by its number
          """)
    case .alreadyEnded(let number):
      String(wire: "task \(number) has already ended; see: headway list")
    case .nothingAsked(let number):
      String(wire: "task \(number) has no open question; see: headway list")
    case .nothingWaiting(let identifier):
      String(
        wire: """
          no running program has queued a request \(identifier); submit the request first
          """)
    case .nothingToWake(let identifier):
      String(
        wire: """
          no periodic task has the identifier \(identifier); submit one: headway submit --refresh 1h \
          --id \(identifier) -- COMMAND
          """)
    case .resourceUnknown(GPUChoice.resource):
      String(
        wire: """
          this machine has no resource gpu: nvidia-smi lists no GPU; with other GPUs, declare gpu = 1 \
          under [resources] in the config
          """)
    case .resourceUnknown(let name):
      String(
        wire: """
          this machine has no resource \(SanitisedText(name)); declare it under [resources] in the config
          """)
    case .resourceExceeded(let name, let size):
      String(
        wire: "this machine has only \(size) of \(SanitisedText(name)); ask for at most \(size)")
    case .gpuMissing(let index, size: 1):
      String(wire: "this machine has no GPU \(index); it has only GPU 0")
    case .gpuMissing(let index, let size):
      String(wire: "this machine has no GPU \(index); it has the GPUs 0 to \(size - 1)")
    case .gpusExceeded(let among, let needed):
      Self.message(of: among, needed: needed)
    case .slotsExceeded("", size: 1):
      String(wire: "the queue has only 1 slot; take at most 1")
    case .slotsExceeded("", let size):
      String(wire: "the queue has only \(size) slots; take at most \(size)")
    case .slotsExceeded(let group, size: 1):
      String(wire: "the group \(SanitisedText(group)) has only 1 slot; take at most 1")
    case .slotsExceeded(let group, let size):
      String(
        wire: "the group \(SanitisedText(group)) has only \(size) slots; take at most \(size)")
    case .unknownGroup(let group, let meant?):
      String(
        wire: """
          there is no group \(group) (\(SanitisedText(meant))?); to make it: headway group \
          add \(ShellWord(group.string).written) (submit and run: --create)
          """)
    case .unknownGroup(let group, nil):
      String(
        wire: """
          there is no group \(group); to make it: headway group \
          add \(ShellWord(group.string).written) (submit and run: --create)
          """)
    case .groupExists(let group):
      String(
        wire: """
          there is a group \(group) already; to change its slots: headway group slots \
          \(ShellWord(group.string).written) N
          """)
    case .groupReserved:
      String(
        wire: """
          \(GroupRecord.generalName) is the name of the slots without a group; choose another name
          """)
    case .groupOfConfig(let group):
      String(
        wire: """
          the config declares the group \(group); remove [group.\(group)] there, then: headway hub \
          reload
          """)
    case .groupInUse(let group, let numbers, let count):
      Self.message(of: group, numbers, count)
    case .tooManyGroups(let limit):
      String(
        wire: """
          commands made or changed \(limit) groups already; remove one: headway group remove NAME
          """)
    case .cannotStartNow(let obstacle):
      String(
        wire: """
          the task can't start now: it \(obstacle.wouldWaitWords); leave out --now to queue it
          """)
    case .dependsOnItself:
      String(wire: "the new task would replace the task that it waits for; give it another --id")
    case .wouldWaitForItself(let number):
      String(
        wire: """
          task \(number) would wait for its own end; leave out the task that already waits for it
          """)
    case .notQueued(let number):
      String(wire: "task \(number) isn't queued any more; see: headway list")
    case .withEngine(let number, let job):
      String(
        wire: """
          task \(number) is \(job) already, so it can't be changed here; cancel it and submit it again
          """)
    case .neverComes(let times):
      String(wire: "the last time of \"\(times)\" has passed; see: headway help time")
    case .cannotRepeat(let number):
      String(
        wire: """
          task \(number) can't get other times: it is a run whose next run is a task of its own, or \
          runs periodically (--refresh); see: headway list
          """)
    case .stillLive(let number):
      String(wire: "task \(number) hasn't ended; cancel it first: headway cancel \(number)")
    case .stillRuns(let number):
      String(
        wire: """
          task \(number) runs; to cancel it and start it again: headway restart --running \(number)
          """)
    case .awaited(let number, let other):
      String(
        wire: """
          queued task \(other) depends on task \(number); cancel it first: headway cancel \(other)
          """)
    case .cannotSucceed(let number, let other):
      String(
        wire: """
          task \(number) needs task \(other), which didn't succeed; restart both: headway restart \
          \(other) \(number)
          """)
    case .environmentUnknown(let number):
      String(
        wire: """
          the hub didn't start task \(number), so it has no environment of the task; \
          for a task that runs, see: ps e
          """)
    case .cannotRestart(let number, nil, _):
      String(wire: "task \(number) wasn't submitted to the queue; run its command again")
    case .cannotRestart(let number, let command?, let directory):
      String(
        wire: """
          task \(number) wasn't submitted to the queue, and its environment isn't known; submit it: \
          \(Self.submission(of: command, in: directory))
          """)
    case .notPausable(let number):
      String(
        wire: """
          task \(number) can't be paused: its program can't pause; pause the program that runs it
          """)
    case .notRunning(let number):
      String(
        wire: """
          task \(number) is starting or being cancelled, so it can't be paused or resumed; see: \
          headway list
          """)
    case .suspended(let number, let reason):
      String(
        wire: """
          task \(number) is suspended by the system and waits for \(reason); it goes on by itself
          """)
    case .notAdopted(let reason, isFinal: true): reason.string
    case .notAdopted(let reason, isFinal: false): String(wire: "\(reason); try again later")
    case .engineRefused(let reason, isFinal: true): String(wire: "\(reason) (nothing was queued)")
    case .engineRefused(let reason, isFinal: false):
      String(wire: "\(reason) (nothing was queued); try again later")
    case .recordUnwritable(let reason):
      String(
        wire: """
          the record can't be written (\(reason)), so nothing was queued; make room, then submit again
          """)
    case .changeUnrecorded(let reason):
      String(
        wire: """
          the record can't be written (\(reason)), so nothing was changed; make room, then try again
          """)
    case .notRecordedYet(let reason):
      String(
        wire: """
          done, but the record can't be written (\(reason)), so a restart of the hub would undo it; \
          make room
          """)
    case .limitReached(let limit):
      String(wire: "\(limit) tasks are live already; wait until some have ended")
    case .tooManyWaiters(let limit):
      String(wire: "\(limit) requests already wait for tasks to end; stop some of them")
    }
  }

  private static func message(of gpus: [Int], needed: Int) -> String {
    let list = gpus.map { "\($0)" }.joined(separator: ",")
    return gpus.count == 1
      ? String(
        wire: """
          the task needs \(needed) GPUs, and CUDA_VISIBLE_DEVICES leaves GPU \(list); need fewer, or \
          unset it
          """)
      : String(
        wire: """
          the task needs \(needed) GPUs, and CUDA_VISIBLE_DEVICES leaves the GPUs \(list); need fewer, \
          or unset it
          """)
  }

  private static func message(
    of group: SanitisedText, _ numbers: [TaskNumber], _ count: Int
  ) -> String {
    let list = numbers.map(\.description) + (count > numbers.count ? ["…"] : [])
    let words = list.joined(separator: ", ")
    return count == 1
      ? String(
        wire: """
          1 task waits in group \(group): \(words); cancel them, or move them: headway edit N --group \
          OTHER
          """)
      : String(
        wire: """
          \(count) tasks wait in group \(group): \(words); cancel them, or move them: headway edit N \
          --group OTHER
          """)
  }
}
