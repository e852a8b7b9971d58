package import HeadwayHubCore
internal import HeadwayModel
package import HeadwayWire

extension Refusal {
  package var code: ErrorCode {
    switch self {
    case .unknownTask: .unknownTask
    case .keyCleaned: .keyCleaned
    case .ambiguousIdentifier: .ambiguous
    case .alreadyEnded: .ended
    case .nothingAsked: .nothingAsked
    case .limitReached, .tooManyWaiters: .limit
    case .nothingWaiting: .nothingWaiting
    case .nothingToWake: .nothingToWake
    case .resourceUnknown, .resourceExceeded: .notPermitted
    case .cannotStartNow: .notNow
    case .dependsOnItself: .dependsOnItself
    case .notQueued: .notQueued
    case .stillLive: .stillLive
    case .awaited: .awaited
    case .cannotRestart, .cannotSucceed: .cannotRestart
    case .notPausable: .notPausable
    case .notRunning: .notRunning
    case .suspended: .suspended
    case .recordUnwritable, .changeUnrecorded, .notRecordedYet: .record
    }
  }

  /// Returns the `headway submit` command for a shell.
  private static func submission(of command: [String], in directory: String?) -> String {
    let words = command.map { ShellWord($0).written }.joined(separator: " ")
    guard let directory else { return "headway submit -- \(words)" }
    return "(cd \(ShellWord(directory).written) && headway submit -- \(words))"
  }

  /// The refusal and the remedy, on one line.
  package var message: String {
    switch self {
    case .unknownTask(let reference):
      "there is no task \(SanitisedText(reference.description)); see: headway list"
    case .keyCleaned(let key):
      "the task with the key \(key) has been cleaned, nothing was queued; choose another key"
    case .ambiguousIdentifier(let identifier):
      "several tasks have the identifier \(SanitisedText(identifier)); name one by its number"
    case .alreadyEnded(let number): "task \(number) has already ended; see: headway list"
    case .nothingAsked(let number): "task \(number) is not being asked about; see: headway list"
    case .nothingWaiting(let identifier):
      "no running program has a request \(identifier) in the queue; submit it first"
    case .nothingToWake(let identifier):
      "nothing that refreshes is called \(identifier); submit it: headway submit --refresh 1h --id "
        + "\(identifier) -- COMMAND"
    case .resourceUnknown(let name):
      "this machine has no resource \(SanitisedText(name)); declare it under [resources] in the config"
    case .resourceExceeded(let name, let size):
      "this machine has \(size) of \(SanitisedText(name)) in all; ask for that many at most"
    case .cannotStartNow(let obstacle):
      "it can't start now, it \(obstacle.wouldWaitWords); leave out --now to queue it"
    case .dependsOnItself:
      "it would take the place of the very task that it is to wait for; give it another --id"
    case .notQueued(let number): "task \(number) isn't queued any more; see: headway list"
    case .stillLive(let number):
      "task \(number) hasn't ended; cancel it first: headway cancel \(number)"
    case .awaited(let number, let other):
      "task \(other) waits and depends on task \(number); cancel it first: headway cancel \(other)"
    case .cannotSucceed(let number, let other):
      "task \(number) needs the success of task \(other), which had none; restart that first: "
        + "headway restart \(other) \(number)"
    case .cannotRestart(let number, nil, _):
      "task \(number) wasn't submitted to the queue; run its command again"
    case .cannotRestart(let number, let command?, let directory):
      "task \(number) wasn't submitted to the queue, and its environment isn't known; submit it: "
        + Self.submission(of: command, in: directory)
    case .notPausable(let number):
      "task \(number) can't be paused: its program has no way to; pause what runs it"
    case .notRunning(let number):
      "task \(number) isn't running: what waits or is being cancelled can't be paused; see: "
        + "headway list"
    case .suspended(let number, let reason):
      "task \(number) is suspended by the system, and goes on by itself; it waits for \(reason)"
    case .recordUnwritable(let reason):
      "the record can't be written (\(reason)), nothing was queued; make room, then submit it again"
    case .changeUnrecorded(let reason):
      "the record can't be written (\(reason)), all is as it was; make room, then try again"
    case .notRecordedYet(let reason):
      "it is done, but the record can't be written (\(reason)), and a restart of the hub would "
        + "forget it; make room"
    case .limitReached(let limit): "\(limit) tasks are live already; wait for some to end"
    case .tooManyWaiters(let limit):
      "\(limit) requests wait for tasks to end already; stop some of them"
    }
  }
}
