/// The reason why a scenario couldn't go on: what it waited for, what was there instead, and where
/// in the scenario that was.
package struct HarnessError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  /// - Parameters:
  ///   - file: the file of the scenario, as `#fileID` gives it.
  ///   - line: the line in `file`.
  package init(_ description: String, at file: StaticString, _ line: UInt) {
    let name = "\(file)".split(separator: "/").last ?? ""
    self.description = "\(description) (\(name):\(line))"
  }
}
