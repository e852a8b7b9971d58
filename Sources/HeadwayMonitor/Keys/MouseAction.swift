/// An action of the mouse that the monitor understands.
package enum MouseAction: Hashable, Sendable {
  /// The left button goes down.
  case press
  /// A notch of the wheel.
  case wheelUp, wheelDown
}
