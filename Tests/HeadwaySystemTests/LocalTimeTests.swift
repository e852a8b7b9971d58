import HeadwaySystem
import Testing

@Suite struct LocalTimeTests {
  @Test("a time is said to the minute, with seconds where it is near, or with the date")
  func words() throws {
    let noon = try #require(LocalTime("2026-01-31 12:00", format: "%Y-%m-%d %H:%M")?.seconds)
    #expect(LocalTime.words(of: noon + 5, seenFrom: noon) == "12:00:05")
    #expect(LocalTime.words(of: noon + 60, seenFrom: noon) == "12:01")
    #expect(LocalTime.words(of: noon + 3605, seenFrom: noon) == "13:00")
    #expect(LocalTime.words(of: noon + 86_400, seenFrom: noon) == "2026-02-01 12:00")
    #expect(LocalTime.words(of: noon, seenFrom: noon - 60) == "12:00")
  }
}
