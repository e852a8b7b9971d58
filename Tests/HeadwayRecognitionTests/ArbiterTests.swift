import HeadwayModel
import HeadwayRecognition
import SeededRandomness
import Testing

@Suite("Several sources of progress") struct ArbiterTests {
  private func reading(
    _ completed: Int64?, of total: Int64? = 100, phase: SanitisedText? = nil
  ) -> ProgressReading {
    ProgressReading(completed: completed, total: total, phase: phase)
  }

  @Test("the first that measures speaks, a higher one silences it for good")
  func ranks() {
    var arbiter = ProgressArbiter()
    let first = arbiter.admit(reading(40, phase: "big"), from: .fileOffsets)
    #expect(first == reading(40, phase: "big"))
    let higher = arbiter.admit(reading(5), from: .output)
    #expect(higher == reading(5, phase: "output"))
    let silenced = arbiter.admit(reading(50, phase: "big"), from: .fileOffsets)
    #expect(silenced == nil && !arbiter.listens(to: .fileOffsets))
    let highest = arbiter.admit(reading(1), from: .zigProgress)
    #expect(highest == reading(1, phase: "build"))
    let further = arbiter.admit(reading(6), from: .output)
    #expect(further == nil)
  }

  @Test("without takeover nothing is renamed")
  func alone() {
    var arbiter = ProgressArbiter()
    let taken = [reading(1), reading(2), reading(0, phase: "phase 2")].map {
      arbiter.admit($0, from: .output)
    }
    #expect(taken == [reading(1), reading(2), reading(0, phase: "phase 2")])
  }

  @Test("a count without an extent gives way to whoever knows it")
  func extents() {
    var arbiter = ProgressArbiter()
    _ = arbiter.admit(reading(4096, of: nil), from: .output)
    #expect(arbiter.listens(to: .fileOffsets))
    let offsets = arbiter.admit(reading(4096, of: 8192, phase: "big"), from: .fileOffsets)
    #expect(offsets?.total == 8192)
    let count = arbiter.admit(reading(5000, of: nil), from: .output)
    #expect(count == nil)
    let percent = arbiter.admit(reading(60), from: .output)
    #expect(percent == reading(60, phase: "output"))
  }

  @Test("who takes its measure back gives way to others that know more")
  func takenBack() {
    var arbiter = ProgressArbiter()
    _ = arbiter.admit(reading(40), from: .output)
    #expect(!arbiter.listens(to: .fileOffsets))
    _ = arbiter.admit(reading(nil, of: nil, phase: "phase 2"), from: .output)
    #expect(arbiter.listens(to: .fileOffsets))
    let offsets = arbiter.admit(reading(10, phase: "big"), from: .fileOffsets)
    #expect(offsets == reading(10, phase: "big"))
  }

  @Test("a phase of the new source isn't taken for the old one's")
  func sameNames() {
    var arbiter = ProgressArbiter()
    _ = arbiter.admit(reading(90, phase: "big"), from: .fileOffsets)
    let taken = ["big", "other", "big"].map {
      arbiter.admit(reading(1, phase: $0), from: .output)?.phase
    }
    #expect(taken == ["output: big", "other", "output: big"])
  }

  @Test("of subtitles the highest counts, and an empty one gives way")
  func subtitles() {
    var arbiter = ProgressArbiter()
    let taken = [
      arbiter.admit(subtitle: "a line", from: .output),
      arbiter.admit(subtitle: "Loading", from: .notices),
      arbiter.admit(subtitle: "another line", from: .output),
      arbiter.admit(subtitle: "", from: .notices),
      arbiter.admit(subtitle: "a third line", from: .output),
    ]
    #expect(taken == ["a line", "Loading", nil, "", "a third line"])
  }

  @Test("a source that takes over is never a step back", arguments: 0..<100 as Range<UInt64>)
  func noStepBack(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var (arbiter, progress) = (ProgressArbiter(), TaskProgress())
    var phases = [ProgressSource: Int]()
    for _ in 0..<60 {
      guard let source = ProgressSource.allCases.randomElement(using: &generator) else { return }
      phases[source, default: 0] += Int.random(in: 0...1, using: &generator)
      let phase = phases[source].flatMap { $0 < 2 ? nil : SanitisedText("phase \($0)") }
      let isCount = Int.random(in: 0...3, using: &generator) == 0
      let sample = reading(
        .random(in: 0...100, using: &generator), of: isCount ? nil : 100, phase: phase)
      let before = progress
      guard let taken = arbiter.admit(sample, from: source) else { continue }
      _ = progress.apply(taken)
      let fell = (progress.fraction ?? 0) < (before.fraction ?? 0)
      #expect(!fell || progress.phase != before.phase || taken.total == nil)
    }
  }
}
