extension Dictionary {
  /// The same elements in less memory. A dictionary never shrinks by itself.
  ///
  /// A dictionary that uses at least a third of its room is returned as it is: to copy a large one
  /// takes long and would gain little.
  public var withoutSpareRoom: Self {
    guard hasSpareRoom(count, in: capacity) else { return self }
    return Dictionary(uniqueKeysWithValues: map { ($0, $1) })
  }
}

extension Array {
  /// The same elements in less memory. An array never shrinks by itself.
  ///
  /// An array that uses at least a third of its room is returned as it is.
  public var withoutSpareRoom: Self {
    guard hasSpareRoom(count, in: capacity) else { return self }
    var smaller: Self = []
    smaller.reserveCapacity(count)
    smaller += self
    return smaller
  }
}

/// Whether `count` elements use less than a third of a room for `capacity` elements.
private func hasSpareRoom(_ count: Int, in capacity: Int) -> Bool {
  capacity > 64 && capacity / 3 > count
}
