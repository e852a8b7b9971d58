import HeadwayModel

/// A filter while a person types it, such as `state:running group:ml text`. ``TaskQuery`` defines
/// the syntax.
struct FilterPrompt: Hashable, Sendable {
  private(set) var text: String
  /// The filter to restore on Escape.
  let former: TaskQuery

  init(_ query: TaskQuery) {
    text = query.text
    former = query
  }

  /// Appends a character, unless the query would exceed the byte limit of ``TaskQuery``.
  mutating func type(_ scalar: Unicode.Scalar) {
    let longer = text + String(scalar)
    if longer.utf8.count <= TaskQuery.byteLimit { text = longer }
  }

  mutating func erase() { _ = text.popLast() }

  mutating func clear() { text = "" }

  /// The filter that the text describes. Nil while the text isn't a valid query, for example after
  /// `state:`.
  var query: TaskQuery? { try? TaskQuery(text) }

  /// The reason why the text isn't a valid query. Nil for a valid one.
  var complaint: String? {
    do throws(QueryError) {
      _ = try TaskQuery(text)
      return nil
    } catch {
      return error.description
    }
  }
}

/// The filter prompt.
///
/// The list follows every key while a person types. A query that doesn't parse yet leaves the list
/// as it was before the prompt opened.
extension MonitorModel {
  /// Opens the prompt with the current filter as its text.
  mutating func openFilter() { filterPrompt = FilterPrompt(cards.arrangement.query) }

  /// Applies `edit` to the prompt's text and lists what the new text matches.
  mutating func editFilter(_ edit: (inout FilterPrompt) -> Void) {
    guard var prompt = filterPrompt else { return }
    edit(&prompt)
    filterPrompt = prompt
    var query = prompt.query ?? prompt.former
    if query.namesNewest, let newest = cards.newest { query = query.naming(newest: newest) }
    cards.arrangement.query = query
  }

  /// Closes the prompt and restores the filter that it replaced. Without an open prompt, removes
  /// the filter. A card that the filter found stays selected.
  mutating func dropFilter() {
    if isFiltered, selected != nil { isSelectionChosen = true }
    cards.arrangement.query = filterPrompt?.former ?? .everything
    filterPrompt = nil
  }
}
