internal import CHeadwaySystem

/// What happened to a child (waitid(2)).
package enum ChildChange: Hashable, Sendable {
  case exited(code: CInt)
  case killed(signal: CInt)
  case stopped(signal: CInt)
  case continued
}

/// One answer of ``nextChildChange()``.
package enum ChildReport: Hashable, Sendable {
  case changed(process: CInt, ChildChange)
  /// Children are left, and nothing happened to them.
  case nothing
  /// No child is left (ECHILD).
  case childless
}

/// What happened to any child, without waiting; a child that left is reaped.
package func nextChildChange() -> ChildReport {
  var change = HEADWAY_CHILD_NONE
  var process: CInt = 0
  var value: CInt = 0
  guard headway_wait_any(&change, &process, &value) == 0 else { return .childless }
  switch change {
  case HEADWAY_CHILD_EXITED: return .changed(process: process, .exited(code: value))
  case HEADWAY_CHILD_KILLED: return .changed(process: process, .killed(signal: value))
  case HEADWAY_CHILD_STOPPED: return .changed(process: process, .stopped(signal: value))
  case HEADWAY_CHILD_CONTINUED: return .changed(process: process, .continued)
  default: return .nothing
  }
}
