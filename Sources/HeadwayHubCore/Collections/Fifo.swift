internal import HeadwayModel

/// A queue: elements leave in the order in which they came. Adding or removing an element costs
/// O(1) on average.
package struct Fifo<Element: Sendable>: Sendable {
  private var elements: [Element] = []
  private var takenCount = 0

  package init() {}

  package var count: Int { elements.count - takenCount }
  package var isEmpty: Bool { count == 0 }

  package mutating func append(_ element: Element) { elements.append(element) }

  /// Removes and returns the element that came first; nil if the queue is empty.
  package mutating func popFirst() -> Element? {
    guard takenCount < elements.count else { return nil }
    defer { dropTaken() }
    return elements[takenCount]
  }

  /// Keeps the elements for which `isKept` holds, in their order.
  package mutating func filter(_ isKept: (Element) -> Bool) {
    elements = elements[(takenCount)...].filter(isKept)
    takenCount = 0
  }

  /// Removes the places of taken elements from the array once they are half of all.
  private mutating func dropTaken() {
    takenCount += 1
    guard takenCount == elements.count || takenCount > max(64, elements.count / 2) else { return }
    elements.removeFirst(takenCount)
    takenCount = 0
  }
}
