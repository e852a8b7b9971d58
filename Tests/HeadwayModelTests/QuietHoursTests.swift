import HeadwayModel
import Testing

@Suite struct QuietHoursTests {
  @Test("the start belongs to them, the end doesn't, and they may go over midnight")
  func bounds() throws {
    let night = try #require(QuietHours("22:00-07:00"))
    #expect(["22:00", "23:59", "0:00", "06:59"].allSatisfy { night.contain(time($0)) })
    #expect(!["07:00", "12:00", "21:59"].contains { night.contain(time($0)) })
    let noon = try #require(QuietHours("12:00-13:30"))
    #expect(noon.contain(time("12:00")) && noon.contain(time("13:29")))
    #expect(!noon.contain(time("11:59")) && !noon.contain(time("13:30")))
  }

  @Test(
    "what isn't two times of a day is none",
    arguments: [
      "", "22:00", "22:00-", "22-07", "24:00-07:00", "22:60-07:00", "22:0-07:00", "22:00-22:00",
      "22:00-07:00-08:00", "-1:00-07:00", "+1:00-07:00", "22:00 - 07:00", "222:00-07:00",
    ])
  func wrong(_ text: String) { #expect(QuietHours(text) == nil) }

  private func time(_ text: String) -> TimeOfDay { TimeOfDay(text) ?? .midnight }
}

extension TimeOfDay {
  static var midnight: TimeOfDay {
    guard let time = TimeOfDay(minutes: 0) else { preconditionFailure("midnight") }
    return time
  }
}
