import Testing

/// Looks again and again until `condition` gives a value.
///
/// The limit is for a hung program, not for a slow machine: a scenario that passes never waits
/// for it.
@discardableResult
func eventually<Value>(
  _ what: String, within limit: Duration = .seconds(15),
  at place: SourceLocation? = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Value?
) async throws -> Value {
  let deadline = ContinuousClock.now + limit
  while true {
    if let value = try await condition() { return value }
    if ContinuousClock.now > deadline {
      throw HarnessError("waited \(limit) in vain for: \(what)", at: place)
    }
    try await Task.sleep(for: .milliseconds(15))
  }
}

/// Looks until `condition` holds.
func eventually(
  _ what: String, within limit: Duration = .seconds(15),
  at place: SourceLocation? = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation, isTrue condition: () async throws -> Bool
) async throws {
  try await eventually(what, within: limit, at: place) { try await condition() ? true : nil }
}
