import HeadwayModel
import HeadwaySystem

/// The one place in the hub that reads clocks.
enum HubClock {
  static var now: Moment {
    Moment(
      awake: SystemClocks.awake, running: SystemClocks.running,
      wall: WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds))
  }
}
