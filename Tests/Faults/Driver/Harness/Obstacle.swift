/// This machine lacks a means; the row says so and isn't broken.
struct Obstacle: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// What keeps a row from going on.
struct FaultError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
