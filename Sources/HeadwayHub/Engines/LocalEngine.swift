import HeadwayHubCore
import HeadwayModel
import HeadwayWire

/// The engine of this machine: each task has a supervisor here, which is a client of the hub. The
/// queue in the hub's core explains what a task waits for, and orders go to the supervisor.
final class LocalEngine: Engine {
  private let launcher: SupervisorLauncher
  private let tell: (HubEvent) -> Void

  init(launcher: SupervisorLauncher, tell: @escaping (HubEvent) -> Void) {
    (self.launcher, self.tell) = (launcher, tell)
  }

  var hidesGPUs: Bool {
    get { launcher.hidesGPUs }
    set { launcher.hidesGPUs = newValue }
  }

  func refusal(of submission: Submission) -> SanitisedText? { nil }

  func submit(_ task: TaskRecord, _ payload: LaunchPayload?) { launcher.launch(task, payload) }

  /// Processes of this machine are adopted by `headway adopt`, which is a worker.
  func adopt(
    _ submission: Submission, _ payload: LaunchPayload, by requester: Requester,
    orRefuse refuse: @escaping (SanitisedText, _ isFinal: Bool) -> Void
  ) {
    refuse(SanitisedText(wire: "only jobs of an engine can be adopted so"), true)
  }

  func resume(_ task: TaskRecord) {
    tell(launcher.search(for: task.description.key, launch: task.description.launch))
  }

  /// Supervisors have connections of their own, so no order comes this way.
  func obey(_ order: WorkerOrder, for key: TaskKey) {}

  func noteWatched(_ isWatched: Bool) {}

  func close() {}
}
