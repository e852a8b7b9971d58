import HeadwayCore

// What is listed of all there is: while a person types, every key shows what it does; what isn't understood
// changes nothing.
extension MonitorModel {
  mutating func openFilter() { filterPrompt = FilterPrompt(cards.arrangement.query) }

  mutating func editFilter(_ edit: (inout FilterPrompt) -> Void) {
    guard var prompt = filterPrompt else { return }
    edit(&prompt)
    filterPrompt = prompt
    cards.arrangement.query = prompt.query ?? prompt.former
  }

  /// While it is typed, the one before it is back; afterwards there is none.
  mutating func dropFilter() {
    cards.arrangement.query = filterPrompt?.former ?? .everything
    filterPrompt = nil
  }
}
