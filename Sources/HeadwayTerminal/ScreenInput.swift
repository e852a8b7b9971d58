internal import HeadwayModel
package import HeadwayMonitor

/// An input from the terminal.
package enum ScreenInput: Hashable, Sendable {
  case key(Key)
  case mouse(MouseAction, row: Int, column: Int)
  case resized(CanvasSize)
  /// The terminal's window has the keyboard now, or hasn't.
  case focus(Bool)
  /// A character of a pasted text, which isn't a key.
  case pasted(Unicode.Scalar)

  /// The input as an event of the monitor.
  package var event: MonitorEvent {
    switch self {
    case .key(let key): .keyPressed(key)
    case .mouse(let action, let row, let column): .mouse(action, row: row, column: column)
    case .resized(let size): .resized(size)
    case .focus(let isFocused): .focusChanged(isFocused)
    case .pasted(let scalar): .pasted(scalar)
    }
  }
}
