/// Requests of this process that wait to be launched, as the hub knows them for `headway debug`.
package enum WaitingRequests {
  /// - Parameters:
  ///   - identifiers: of all of them; what was announced before doesn't count any more.
  ///   - launch: called, on a thread of its own, with the one that is to be launched now.
  package static func announce(
    _ identifiers: [String], launch: @escaping @Sendable (String) -> Void
  ) {
    Reporter.current().announce(waiting: identifiers, launch: launch)
  }
}
