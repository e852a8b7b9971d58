import HeadwayCore

/// A filter on its way: `state:running group:ml text`, as ``TaskQuery`` reads it.
struct FilterPrompt: Hashable, Sendable {
  private(set) var text: String
  /// What was listed before.
  let former: TaskQuery

  init(_ query: TaskQuery) {
    text = query.text
    former = query
  }

  mutating func type(_ scalar: Unicode.Scalar) {
    let longer = text + String(scalar)
    if longer.utf8.count <= TaskQuery.byteLimit { text = longer }
  }

  mutating func erase() { _ = text.popLast() }

  mutating func clear() { text = "" }

  /// Nil for one that isn't understood, or not yet: `state:`.
  var query: TaskQuery? { try? TaskQuery(text) }

  /// Why it isn't understood.
  var complaint: String? {
    do throws(QueryError) {
      _ = try TaskQuery(text)
      return nil
    } catch {
      return error.description
    }
  }
}
