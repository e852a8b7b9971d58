internal import HeadwayModel
internal import Glibc
internal import HeadwaySystem

/// The error of a test that waited for something that never came.
package struct WaitedInVain: Error, CustomStringConvertible {
  /// The wait in words, with its place in the test.
  package let description: String
}

/// Looks again and again until `condition` gives a value, and returns the value.
///
/// The limit is for a hung program, not for a slow machine: a test that passes never waits for it.
///
/// ```swift
/// let task = try eventually("the task") { try list().first { $0.title == "Export" } }
/// ```
///
/// - Throws: ``WaitedInVain`` once the limit has passed.
@discardableResult
package func eventually<Value>(
  _ what: String, within limit: Duration = .seconds(45), file: StaticString = #fileID,
  line: UInt = #line, _ condition: () throws -> Value?
) throws -> Value {
  let deadline = SystemClocks.awake + limit
  while true {
    if let value = try condition() { return value }
    guard SystemClocks.awake < deadline else {
      throw WaitedInVain(
        description: "waited \(limit.spoken) in vain for: \(what) (\(file):\(line))")
    }
    usleep(2000)
  }
}

/// Looks until `condition` holds.
///
/// - Throws: ``WaitedInVain`` once the limit has passed.
package func eventually(
  _ what: String, within limit: Duration = .seconds(45), file: StaticString = #fileID,
  line: UInt = #line, _ condition: () throws -> Bool
) throws {
  try eventually(what, within: limit, file: file, line: line) { () throws -> Void? in
    try condition() ? () : nil
  }
}

/// Returns whether `condition` comes to hold within the limit.
package func comesTrue(within limit: Duration = .seconds(60), _ condition: () -> Bool) -> Bool {
  (try? eventually("", within: limit, condition)) != nil
}
