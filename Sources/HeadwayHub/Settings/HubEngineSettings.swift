import HeadwayConfig
import HeadwayHubCore
import HeadwayModel
import HeadwaySystem

/// The settings of the hub's shell.
struct HubEngineSettings: Sendable {
  var core = HubSettings()
  /// The time from the last task and client to the hub's exit.
  var exitAfter: Duration = .seconds(600)
  /// The time that a client has from its connection to its hello.
  var helloPatience: Duration = .seconds(5)
  /// tmux style of what needs a person.
  var attentionStyle: String
  var retention = Retention()
  /// Stands for the machine's memory in tests, in bytes; nil for what the machine has.
  var memoryLimit: Int64?

  init(_ config: HeadwayConfig = HeadwayConfig()) {
    core.bootID = Boot.id
    exitAfter = config.hub.exitAfter
    retention = config.record.retention
    core.keepEnded = config.monitor.keepEnded
    attentionStyle = config.tmux.attentionStyle
    core.holdsAfterReboot = config.queue.holdAfterReboot
    core.telling = config.tell
    core.memoryPolicy = config.memory.policy
    core.queue.slots = config.queue.slots ?? Machine.cores
    core.queue.groups = config.groups
    core.queue.resources = config.resources
    core.queue.resources.merge(Machine().resources) { configured, _ in configured }
    core.stallLimits = StallLimits(
      silentAfter: config.stall.silentAfter, advancingAfter: config.stall.advancingAfter,
      countdown: config.stall.countdown)
  }
}
