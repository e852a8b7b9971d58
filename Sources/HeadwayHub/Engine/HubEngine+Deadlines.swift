internal import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import Logging
import NIOCore

// What is decided once some time has passed.
extension HubEngine {
  func gatherNews(for time: Duration) {
    let engine = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleTask(in: TimeAmount(bounded: time)) {
      let minutes = LocalTime(HubClock.now.wall.wholeSeconds).minuteOfDay
      guard let time = TimeOfDay(minutes: minutes) else { return }
      engine.value.handle(.newsGathered(at: time))
    }
  }

  func endPatience(in time: Duration) {
    logger.notice("waiting for what programs must finish first, \(time) at most")
    let engine = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleTask(in: TimeAmount(bounded: time)) { engine.value.handle(.shutdownPatienceEnded) }
  }
}
