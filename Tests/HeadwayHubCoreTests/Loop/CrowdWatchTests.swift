import HeadwayHubCore
import HeadwayModel
import Testing

@Suite struct CrowdWatchTests {
  @Test("a crowd that goes is told once")
  func aCrowdThatGoesIsToldOnce() {
    var crowd = CrowdWatch()
    let told = [1000, 251, 250, 100, 0, 300, 75].map { crowd.note($0) }
    #expect(told == [false, false, true, false, false, false, true])
  }

  @Test("a few are no crowd")
  func aFewAreNoCrowd() {
    var crowd = CrowdWatch()
    let told = [CrowdWatch.least - 1, 0].map { crowd.note($0) }
    #expect(told == [false, false])
  }
}
