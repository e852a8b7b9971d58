import HeadwayModel

/// A filter while a person types it, such as `state:running group:ml text`. ``TaskQuery`` defines
/// the syntax.
struct FilterPrompt: Hashable, Sendable {
  private(set) var field: EditedText
  /// The filter to restore on Escape.
  let former: TaskQuery

  init(_ query: TaskQuery) {
    field = EditedText(query.text, byteLimit: TaskQuery.byteLimit)
    former = query
  }

  var text: String { field.text }

  mutating func edit(_ edit: (inout EditedText) -> Void) { edit(&field) }

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

  /// Lists what the prompt's text matches.
  mutating func applyFilterPrompt() {
    guard let prompt = filterPrompt else { return }
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
