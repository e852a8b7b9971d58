/// An array of distinct elements in ascending order.
///
/// Lookups take a binary search. Insertions and removals also move the elements behind, which for
/// some ten thousand cards is faster than a tree.
struct SortedArray<Element: Comparable & Sendable>: Sendable {
  private(set) var elements: [Element] = []

  init() {}

  /// Sorts `elements`, which must be distinct.
  init(_ elements: some Sequence<Element>) { self.elements = elements.sorted() }

  /// The index of an equal element. Nil if there is none.
  func index(of element: Element) -> Int? {
    let index = insertionIndex(of: element)
    return index < elements.count && elements[index] == element ? index : nil
  }

  /// Inserts an element that isn't in the array yet.
  mutating func insert(_ element: Element) {
    elements.insert(element, at: insertionIndex(of: element))
  }

  /// Removes an equal element. Returns whether there was one.
  @discardableResult
  mutating func remove(_ element: Element) -> Bool {
    guard let index = index(of: element) else { return false }
    elements.remove(at: index)
    return true
  }

  /// The first index whose element isn't less than `element`.
  private func insertionIndex(of element: Element) -> Int {
    var low = 0
    var high = elements.count
    while low < high {
      let middle = (low + high) / 2
      if elements[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
