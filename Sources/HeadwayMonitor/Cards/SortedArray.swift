/// Elements in their order, each once; found by halving.
struct SortedArray<Element: Comparable & Sendable>: Sendable {
  private(set) var elements: [Element] = []

  init() {}

  init(_ elements: some Sequence<Element>) { self.elements = elements.sorted() }

  func index(of element: Element) -> Int? {
    let index = insertionIndex(of: element)
    return index < elements.count && elements[index] == element ? index : nil
  }

  mutating func insert(_ element: Element) {
    elements.insert(element, at: insertionIndex(of: element))
  }

  /// Whether it was there.
  @discardableResult
  mutating func remove(_ element: Element) -> Bool {
    guard let index = index(of: element) else { return false }
    elements.remove(at: index)
    return true
  }

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
