extension String {
  /// `unit`, `count` times; empty where that isn't positive. Its bytes are copied, where
  /// `String(repeating:count:)` appends a string for each: cards are full of such texts.
  public init(_ unit: String, times count: Int) {
    guard count > 0 else {
      self = ""
      return
    }
    var unit = unit
    self = unit.withUTF8 { bytes in
      String(unsafeUninitializedCapacity: bytes.count * count) { room in
        for copy in 0..<count {
          _ = UnsafeMutableBufferPointer(rebasing: room[(copy * bytes.count)...])
            .update(fromContentsOf: bytes)
        }
        return bytes.count * count
      }
    }
  }
}
