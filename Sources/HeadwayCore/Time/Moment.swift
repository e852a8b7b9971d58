/// One reading of the three clocks a decision may need. Core never reads a clock: it is given one.
package struct Moment: Hashable, Sendable {
  /// Since an arbitrary origin, standing still while the machine is suspended: stall timers.
  package var awake: Duration
  /// Since an arbitrary origin, running through suspend: elapsed time and ETA.
  package var continuous: Duration
  /// For display and for the record only: it may jump.
  package var wall: WallTime

  package init(awake: Duration, continuous: Duration, wall: WallTime) {
    self.awake = awake
    self.continuous = continuous
    self.wall = wall
  }

  /// All three clocks later by `duration`, as when the machine stays awake.
  package func advanced(by duration: Duration) -> Moment {
    Moment(
      awake: awake + duration, continuous: continuous + duration, wall: wall.advanced(by: duration))
  }
}
