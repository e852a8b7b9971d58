internal import CHeadwaySystem

/// A change of a child's state (waitid(2)).
package enum ChildChange: Hashable, Sendable {
  case exited(code: CInt)
  case killed(signal: CInt)
  case stopped(signal: CInt)
  case continued
}

/// The result of ``nextChildChange()``.
package enum ChildReport: Hashable, Sendable {
  /// A child has changed.
  case changed(process: CInt, ChildChange)
  /// Children exist, and none has changed.
  case nothing
  /// No child exists (ECHILD).
  case childless
}

/// Returns the next change of any child, without waiting. A child that has ended is reaped.
///
/// ```swift
/// while case .changed(let process, let change) = nextChildChange() { … }
/// ```
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
