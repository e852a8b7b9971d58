import Dispatch
import HeadwayConfig
import HeadwayHubCore
import HeadwayLanguages
import HeadwayModel
import HeadwaySystem
import NIOCore
import NIOPosix
import Synchronization

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
  /// The percent of a GPU's memory that must be free; 0 if the hub doesn't look.
  var freeGPUPercent = 0
  /// Whether a queued task that needs no GPU sees none.
  var hidesGPUs = false
  /// The settings of tasks that Slurm runs.
  var slurm = HeadwayConfig.Slurm()
  /// The path of the file with metrics; nil for none.
  var metricsFile: String?
  /// The language of the hub's user, from the hub's environment, for notifications. Nil for English.
  ///
  /// Desktops, tmux and monitors show notifications, so that the terminal in which the hub was
  /// started doesn't count.
  var catalog = MessageCatalog.wanted { name in
    name == "TERM" ? nil : ProcessEnvironment.variable(name)
  }
  /// The size of memory that tests pretend, in bytes. Nil for the machine's own.
  var memoryLimit: Int64?

  init(_ config: HeadwayConfig = HeadwayConfig()) {
    core.bootID = Boot.id
    exitAfter = config.hub.exitAfter
    retention = config.record.retention
    core.keepEnded = config.monitor.keepEnded
    attentionStyle = config.tmux.attentionStyle
    core.holdsAfterReboot = config.queue.holdAfterReboot
    core.telling = config.tell
    core.telling.journal = config.tell.journal && SystemJournal.isThere
    core.memoryPolicy = config.memory.policy
    core.queue.slots = config.queue.slots ?? .count(Machine.cores)
    core.queue.declaresSlots = config.queue.slots != nil
    core.queue.pausesOnFailure = config.queue.pausesOnFailure
    core.queue.groups = config.groups
    core.queue.resources = config.resources
    core.queue.resources.merge(Machine().resources) { configured, _ in configured }
    slurm = config.slurm
    metricsFile = config.metricsFile
    core.inherited = .ofThisProcess
    hidesGPUs = config.queue.hideGPUs
    freeGPUPercent = GPUMemory.isKnown ? config.queue.freeGPUPercent : 0
    core.queue.looksAtGPUs = freeGPUPercent > 0
    core.stallLimits = StallLimits(
      silentAfter: config.stall.silentAfter, unmeasuredAfter: config.stall.unmeasuredAfter,
      advancingAfter: config.stall.advancingAfter,
      inputAfter: config.stall.inputAfter, countdown: config.stall.countdown)
  }
}

/// A reader of the config file on another thread. Only the event loop calls it.
final class SettingsReader {
  private let loop: any EventLoop
  private let queue = DispatchQueue(label: "headway.config")

  init(loop: any EventLoop) { self.loop = loop }

  /// Reads the file. `body` gets the settings, checked against this machine, or the reason why they
  /// can't be used.
  func read(then body: @escaping (Result<HubEngineSettings, any Error>) -> Void) {
    let bound = NIOLoopBound(body, eventLoop: loop)
    queue.async { [loop] in
      let result = Result { try HubPreparation.settings(isChecked: true) }
      loop.execute { bound.value(result) }
    }
  }
}

/// The one place in the hub that reads clocks.
enum HubClock {
  static var now: Moment {
    Moment(
      awake: SystemClocks.awake, running: SystemClocks.running,
      wall: WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds))
  }
}

/// A counter of an event loop's ticks. In each tick the loop looks for input once, then runs all
/// tasks that are due, and tasks that become due meanwhile. Safe from any thread.
final class LoopTicks: NIOEventLoopMetricsDelegate {
  private let ended = Atomic<UInt64>(0)

  /// The number of ticks that have ended.
  var count: UInt64 { ended.load(ordering: .relaxed) }

  func processedTick(info: NIOEventLoopTickInfo) {
    ended.wrappingAdd(1, ordering: .relaxed)
  }
}

extension TimeAmount {
  /// Makes an amount of at most a century. The loop adds the amount to its clock, which counts
  /// nanoseconds in 64 bits.
  init(bounded duration: Duration) {
    let (seconds, attoseconds) = max(.zero - Self.longest, min(duration, Self.longest)).components
    self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  private static var longest: Duration { .seconds(100 * 366 * 86_400) }
}
