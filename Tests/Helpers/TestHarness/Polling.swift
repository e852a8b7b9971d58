/// Looks again and again until `condition` gives a value, and returns the value.
///
/// The limit is for a hung program, not for a slow machine: a scenario that passes never waits for
/// it. The pause between two looks is as long as a look takes, at least 2 ms and at most 15 ms:
/// looks that start programs leave the processors to others.
///
/// ```swift
/// let task = try await eventually("the task") { try await workspace.list().first }
/// ```
///
/// - Throws: ``HarnessError`` once the limit has passed.
@discardableResult
package func eventually<Value>(
  _ what: String, within limit: Duration = .seconds(45), file: StaticString = #fileID,
  line: UInt = #line,
  _ condition: () async throws -> Value?
) async throws -> Value {
  let deadline = ContinuousClock.now + limit
  while true {
    let start = ContinuousClock.now
    if let value = try await condition() { return value }
    let end = ContinuousClock.now
    guard end < deadline else {
      throw HarnessError("waited \(limit) in vain for: \(what)", at: file, line)
    }
    try await Task.sleep(for: min(max(end - start, .milliseconds(2)), .milliseconds(15)))
  }
}

/// Looks until `condition` holds.
///
/// - Throws: ``HarnessError`` once the limit has passed.
package func eventually(
  _ what: String, within limit: Duration = .seconds(45), file: StaticString = #fileID,
  line: UInt = #line,
  isTrue condition: () async throws -> Bool
) async throws {
  try await eventually(what, within: limit, file: file, line: line) {
    try await condition() ? true : nil
  }
}
