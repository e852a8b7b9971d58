import HeadwayModel

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
    cards.arrangement.query = prompt.query ?? prompt.former
  }

  /// Closes the prompt and restores the filter that it replaced. Without an open prompt, removes
  /// the filter.
  mutating func dropFilter() {
    cards.arrangement.query = filterPrompt?.former ?? .everything
    filterPrompt = nil
  }
}
