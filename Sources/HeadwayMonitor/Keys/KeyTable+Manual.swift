import HeadwayCore

extension KeyTable {
  /// What a manual says of the keys, in ASCII: those of the list, then those of a task's output.
  package var manual: (list: [ManualEntry], output: [ManualEntry]) {
    (rows(in: .cards).map(ManualEntry.init), rows(in: .log).map(ManualEntry.init))
  }

  /// What some keys do.
  package struct ManualEntry: Hashable, Sendable {
    package var keys: [String]
    package var label: String

    fileprivate init(_ binding: KeyBinding) {
      keys = binding.keys.map { $0.name(.ascii) }
      label = binding.label
    }
  }
}
