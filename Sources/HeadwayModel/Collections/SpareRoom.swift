extension Dictionary {
  /// The same in as little memory as it takes: a dictionary never shrinks by itself.
  public var withoutSpareRoom: Self { Dictionary(uniqueKeysWithValues: map { ($0, $1) }) }
}
