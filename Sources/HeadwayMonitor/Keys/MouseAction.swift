/// What a person does with the mouse.
package enum MouseAction: Hashable, Sendable {
  /// The left button goes down.
  case press
  case wheelUp, wheelDown
}
