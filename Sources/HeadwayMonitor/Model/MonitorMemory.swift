/// The choices that a person makes with keys and that later monitors keep.
///
/// ```swift
/// let memory = MonitorMemory(text: "output-beside-list = no\n")
/// memory.isSplit  // false
/// ```
package struct MonitorMemory: Hashable, Sendable {
  /// Whether a wide screen shows output beside the list.
  package var isSplit: Bool

  package init(isSplit: Bool = true) { self.isSplit = isSplit }

  /// Reads the choices, one a line. Whatever isn't there or isn't understood is as in the first
  /// monitor.
  package init(text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    self.init(isSplit: !lines.contains { $0 == Self.hidden })
  }

  /// The choices as lines.
  package var text: String { (isSplit ? Self.shown : Self.hidden) + "\n" }

  private static let shown = "output-beside-list = yes"
  private static let hidden = "output-beside-list = no"
}
