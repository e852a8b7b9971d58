import Glibc
import HeadwayModel
import HeadwaySystem
import TestSupport
import TestHarness

/// Kills hubs at random moments, in the middle of their start, too, and takes the time until the
/// next one answers.
struct HubKiller {
  private let scene: FaultScene
  private var dice: Dice
  private var samples = Samples()
  /// From each kill until a hub answered.
  private(set) var absences: [ClosedRange<AwakeTime>] = []
  private var earlyKills = 0
  /// Not where hubs start processes: until they are another program, those look like hubs.
  private let killsUnborn: Bool

  init(_ scene: FaultScene, dice: Dice, killsUnborn: Bool = true) {
    self.scene = scene
    self.killsUnborn = killsUnborn
    self.dice = dice
  }

  mutating func killOnce() throws {
    pass(.milliseconds(dice.chance(15) ? 300 + dice.below(1200) : dice.below(300)))
    let victim = try eventually("a hub") { HubProcess.answering(scene.paths) }
    victim.send(SIGKILL)
    let start = SystemClocks.awake
    var since = start
    if killsUnborn, dice.chance(15), let unborn = try? nextProcess(after: victim.pid) {
      usleep(useconds_t(dice.below(15_000)))
      kill(unborn, SIGKILL)
      earlyKills += 1
      since = SystemClocks.awake
    }
    try eventually("the next hub") {
      HubProcess.answering(scene.paths).flatMap { $0.pid == victim.pid ? nil : $0 }
    }
    samples.add(SystemClocks.awake - since)
    if samples.count % 100 == 0 { Notes.write("\(samples.count) kills") }
    absences.append(start...SystemClocks.awake)
  }

  private func nextProcess(after victim: Int32) throws -> Int32 {
    try eventually("a hub that starts", within: .seconds(2)) {
      HubProcess.all.first { $0 != victim }
    }
  }

  mutating func findings() throws {
    if killsUnborn {
      scene.finding.extent = "100 workers, \(earlyKills) more while one started"
    }
    scene.measure("back within", samples.worst, bar: .seconds(1))
    scene.note("median \(samples.percentile(50).shown), p99 \(samples.percentile(99).shown)")
  }
}
