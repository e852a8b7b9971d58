import HeadwayHubCore
import HeadwayModel
import Testing

@Suite struct CrowdWatchTests {
  @Test func aCrowdThatGoesIsToldOnce() {
    var crowd = CrowdWatch()
    let told = [1000, 251, 250, 100, 0, 300, 75].map { crowd.note($0) }
    #expect(told == [false, false, true, false, false, false, true])
  }

  @Test func aFewAreNoCrowd() {
    var crowd = CrowdWatch()
    let told = [CrowdWatch.least - 1, 0].map { crowd.note($0) }
    #expect(told == [false, false])
  }
}
