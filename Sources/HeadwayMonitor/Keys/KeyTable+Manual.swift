import HeadwayModel

/// The keys for the manual page.
extension KeyTable {
  /// The keys of the list and those of the output screen. Key names are in ASCII, because man(1)
  /// may run in any encoding.
  package var manual: (list: [ManualEntry], output: [ManualEntry]) {
    (rows(in: .cards).map(ManualEntry.init), rows(in: .log).map(ManualEntry.init))
  }

  /// A row of the manual's key tables: keys that do the same, and what they do.
  package struct ManualEntry: Hashable, Sendable {
    package var keys: [String]
    package var label: String

    fileprivate init(_ binding: KeyBinding) {
      keys = binding.keys.map { $0.name(.ascii) }
      label = binding.label
    }
  }
}
