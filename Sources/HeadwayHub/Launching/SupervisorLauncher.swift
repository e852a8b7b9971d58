import Dispatch
import Glibc
import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import NIOCore

/// Starts supervisors for tasks whose turn has come. Confined to the event loop. The launcher reads
/// the record and starts the process off the loop.
final class SupervisorLauncher {
  private let store: RecordStore
  private let paths: HeadwayPaths
  private let loop: any EventLoop
  private let queue = DispatchQueue(label: "headway.launch")
  /// The client of `headway-launcher`. Only `queue` uses it.
  private let processes = ForkClient()
  private let tell: (HubEvent) -> Void
  /// Whether a task that needs no GPU sees none.
  var hidesGPUs = false

  /// Makes a launcher.
  ///
  /// - Parameter tell: called with the event `supervisorStarted`, `supervisorMissing` or
  /// `launchFailed`.
  init(
    store: RecordStore, paths: HeadwayPaths, loop: any EventLoop,
    tell: @escaping (HubEvent) -> Void
  ) {
    self.store = store
    self.paths = paths
    self.loop = loop
    self.tell = tell
  }

  /// Starts a supervisor for a task.
  ///
  /// - Parameter payload: the payload of the task, if the record doesn't have it yet; nil
  /// otherwise.
  func launch(_ task: TaskRecord, _ payload: LaunchPayload?) {
    let launcher = NIOLoopBound(self, eventLoop: loop)
    queue.async { [store, paths, loop, processes, hidesGPUs] in
      let event = Self.start(task, payload, store, paths, processes, hidesGPUs: hidesGPUs)
      loop.execute { launcher.value.tell(event) }
    }
  }

  /// Returns the event for a launch that an earlier hub was about to make.
  func search(for key: TaskKey, launch: Int) -> HubEvent {
    Self.search(for: key, launch: launch, paths)
  }

  private static func search(
    for key: TaskKey, launch: Int, _ paths: HeadwayPaths
  ) -> HubEvent {
    trace(of: key, launch: launch, paths)
      ?? .supervisorMissing(key, launch: launch, hasStarted: false)
  }

  /// Returns the event for a launch that has left a trace; nil if nothing has begun.
  private static func trace(of key: TaskKey, launch: Int, _ paths: HeadwayPaths) -> HubEvent? {
    if let process = SupervisorArguments.process(of: RawText(key.description)),
      let identity = ProcessIdentity(of: process)
    {
      return .supervisorStarted(key, launch: launch, identity)
    }
    let hasStarted = access(paths.log(ofKey: key, launch: launch), F_OK) == 0
    return hasStarted ? .supervisorMissing(key, launch: launch, hasStarted: true) : nil
  }

  private static func start(
    _ task: TaskRecord, _ payload: LaunchPayload?, _ store: RecordStore, _ paths: HeadwayPaths,
    _ processes: ForkClient, hidesGPUs: Bool
  ) -> HubEvent {
    let (key, launch) = (task.description.key, task.description.launch)
    let payload = try? payload ?? store.payload(of: key)
    guard let payload else {
      return .launchFailed(
        key, launch: launch,
        SanitisedText(wire: "the command is no longer in the record; submit it again"))
    }
    guard let program = supervisorPath() else {
      return .launchFailed(
        key, launch: launch,
        SanitisedText(wire: "the program headway isn't beside headwayd; install it there"))
    }
    let request = request(task, payload, paths, hidesGPUs: hidesGPUs)
    for _ in 1...tryLimit {
      do throws(ForkClient.Failure) {
        return started(try processes.start(request, by: program), task, paths)
      } catch {
        switch error {
        case .refused(let cause):
          let words = SanitisedText(
            wire: "the command couldn't be launched: \(cause)", limit: .line)
          return .launchFailed(key, launch: launch, words)
        case .unanswered:
          if let event = trace(of: key, launch: launch, paths) { return event }
        }
      }
    }
    return .launchFailed(
      key, launch: launch,
      SanitisedText(wire: "the program headway beside headwayd doesn't start; reinstall both"))
  }

  /// The number of tries. The second try starts a new `headway-launcher`.
  private static let tryLimit = 2

  /// Returns the event for a started supervisor. A supervisor that is gone already has left the
  /// launch to another one, or its command has ended.
  private static func started(
    _ process: CInt, _ task: TaskRecord, _ paths: HeadwayPaths
  ) -> HubEvent {
    let (key, launch) = (task.description.key, task.description.launch)
    guard let identity = ProcessIdentity(of: process) else {
      return search(for: key, launch: launch, paths)
    }
    return .supervisorStarted(key, launch: launch, identity)
  }

  private static func request(
    _ task: TaskRecord, _ payload: LaunchPayload, _ paths: HeadwayPaths, hidesGPUs: Bool
  ) -> ForkRequest {
    let arguments = arguments(of: task, payload)
    let additions =
      variables(of: task, hidesGPUs: hidesGPUs) + [("HEADWAY_SOCKET", paths.socket)]
    return ForkRequest(
      arguments: arguments.vector, details: arguments.details,
      environment: environment(payload.environment, additions))
  }

  /// The arguments of the supervisor of a task, here or on another machine.
  static func arguments(of task: TaskRecord, _ payload: LaunchPayload) -> SupervisorArguments {
    let description = task.description
    var arguments = SupervisorArguments(
      task: RawText(description.key.description), title: RawText(description.title.string),
      directory: RawText(payload.directory), umask: payload.umask,
      stallAfterMilliseconds: description.stallPolicy.after?.wholeMilliseconds,
      descriptorLimit: (ResourceLimits.found ?? .current)[.descriptors],
      launch: description.launch,
      timeLimit: description.timeLimit.map { limit in
        SupervisorArguments.TimeLimit(
          milliseconds: limit.wholeMilliseconds,
          graceMilliseconds: description.grace.wholeMilliseconds)
      }, inherited: task.submission.terms?.inherited ?? InheritedLimits(),
      command: payload.command.map { RawText($0) })
    let terms = task.submission.terms
    arguments.streams = terms?.streams ?? .terminal
    arguments.columns = terms?.columns.flatMap { UInt16(exactly: $0) }
    return arguments
  }

  /// The environment of the command of a task: that of its submitter, and what the task adds.
  static func environment(
    of task: TaskRecord, _ payload: LaunchPayload, hidesGPUs: Bool
  ) -> [RawText] {
    environment(payload.environment, variables(of: task, hidesGPUs: hidesGPUs))
  }

  /// The variables that the command of a task gets besides those of its submitter.
  static func variables(
    of task: TaskRecord, hidesGPUs: Bool = false
  ) -> [(name: String, value: String)] {
    let units = task.submission.claim?.units ?? [:]
    return LaunchEnvironment.variables(of: units)
      + (hidesGPUs && units[GPUChoice.resource] == nil ? LaunchEnvironment.noGPUs : [])
      + LaunchEnvironment.variables(
        of: task.number, attempt: task.attempt, group: task.description.group)
      + LaunchEnvironment.variables(of: task.submission.terms?.array)
  }

  private static func environment(
    _ entries: [[UInt8]], _ additions: [(name: String, value: String)]
  ) -> [RawText] {
    let added = Set(
      (additions.map(\.name) + LaunchEnvironment.ownNames).map { Array("\($0)=".utf8) })
    let kept = entries.filter { entry in
      guard let end = entry.firstIndex(of: UInt8(ascii: "=")) else { return true }
      return !added.contains(Array(entry[...end]))
    }
    return kept.map { RawText($0) } + additions.map { RawText("\($0.name)=\($0.value)") }
  }

  /// Returns the path of the program `headway`: beside this program, or else where ``ProgramPath``
  /// finds it.
  static func supervisorPath() -> RawText? {
    if let own = ProcessEnvironment.executablePath, let slash = own.lastIndex(of: "/") {
      let beside = RawText("\(own[..<slash])/headway")
      if beside.isExecutable { return beside }
    }
    return ProgramPath.find("headway").map { RawText($0) }
  }
}

extension ProcessIdentity {
  /// Reads the identity of a process; nil if it is gone.
  init?(of process: Int32) {
    guard let stat = ProcessStat(process: process) else { return nil }
    self.init(pid: process, startTime: stat.startTime, bootID: Boot.id)
  }
}
