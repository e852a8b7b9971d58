/// What an input showed not to hold.
package struct BrokenPromise: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// Throws `message` unless `holds`.
@inline(__always)
func promise(_ holds: Bool, _ message: @autoclosure () -> String) throws(BrokenPromise) {
  if !holds { throw BrokenPromise(message()) }
}
