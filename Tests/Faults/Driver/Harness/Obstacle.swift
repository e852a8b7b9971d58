/// This machine lacks a means; the row says so and isn't broken.
struct Obstacle: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
