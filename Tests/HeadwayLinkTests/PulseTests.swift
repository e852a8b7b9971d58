import HeadwayLink
import HeadwayModel
import TestClocks
import Testing

@Suite struct PulseTests {
  @Test("a silence is asked about, and only then taken for a hang, once")
  func silence() {
    var pulse = Pulse(at: .seconds(10))
    let findings = [11, 12, 13, 14, 60].map { pulse.check(at: .seconds($0)) }
    #expect(findings == [nil, .isDue, nil, .isSilent, nil])
    #expect(pulse.deadline == nil)
  }

  @Test("whatever it says ends the silence")
  func answer() {
    var pulse = Pulse(at: .seconds(10))
    _ = pulse.check(at: .seconds(12))
    let wasSilent = pulse.hear(at: .seconds(13))
    #expect(!wasSilent && pulse.deadline == .seconds(15))
    _ = pulse.check(at: .seconds(15))
    _ = pulse.check(at: .seconds(17))
    let isBack = pulse.hear(at: .seconds(30))
    #expect(isBack && pulse.deadline == .seconds(32))
  }
}
