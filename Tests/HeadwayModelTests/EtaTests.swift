import HeadwayModel
import Testing

@Suite struct EtaTests {
  @Test(
    "what is roughly known is one rounded unit, finer towards the end",
    arguments: [
      (0, "1s"), (1499, "1s"), (1500, "2s"), (3500, "5s"), (7500, "10s"), (14_000, "10s"),
      (16_000, "20s"), (109_000, "110s"), (240_000, "4m"), (10_000_000, "3h"),
      (400_000_000, "5d"),
    ])
  func rough(milliseconds: Int, text: String) {
    #expect(ShownTimeLeft(.milliseconds(milliseconds), .approximate).text == "~" + text)
  }
}
