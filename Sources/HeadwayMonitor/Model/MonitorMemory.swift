/// The choices that a person makes with keys and that later monitors keep.
///
/// ```swift
/// let memory = MonitorMemory(text: "output-beside-list = no\n")
/// memory.isSplit  // false
/// ```
package struct MonitorMemory: Hashable, Sendable {
  /// Whether a wide screen shows output beside the list.
  package var isSplit: Bool
  /// Whether the machines of the config are shown beside this one.
  package var areHostsShown: Bool

  package init(isSplit: Bool = true, areHostsShown: Bool = true) {
    (self.isSplit, self.areHostsShown) = (isSplit, areHostsShown)
  }

  /// Reads the choices, one a line. Whatever isn't there or isn't understood is as in the first
  /// monitor.
  package init(text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    func isNo(_ name: String) -> Bool { lines.contains { $0 == "\(name) = no" } }
    self.init(isSplit: !isNo(Self.split), areHostsShown: !isNo(Self.hosts))
  }

  /// The choices as lines.
  package var text: String {
    func line(_ name: String, _ isOn: Bool) -> String { "\(name) = \(isOn ? "yes" : "no")\n" }
    return line(Self.split, isSplit) + line(Self.hosts, areHostsShown)
  }

  private static let split = "output-beside-list"
  private static let hosts = "other-machines"
}
