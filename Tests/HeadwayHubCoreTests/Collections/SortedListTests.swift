import SeededRandomness
import Testing

@testable import HeadwayHubCore
@testable import HeadwayModel

@Suite("A sorted list") struct SortedListTests {
  /// Random insertions and removals, held against a sorted array.
  @Test("as a sorted array", arguments: 0..<8)
  func asASortedArray(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var order = SortedList<LaunchQueue.Turn>()
    var model: [LaunchQueue.Turn] = []
    for step in 0..<4000 {
      let turn = turn(.random(in: 0..<3000, using: &generator))
      if Int.random(in: 0..<5, using: &generator) < (step < 2500 ? 4 : 1) {
        if !model.contains(turn) { model.append(turn) }
        order.insert(turn)
      } else {
        model.removeAll { $0 == turn }
        order.remove(turn)
      }
      #expect(order.count == model.count)
    }
    model.sort()
    #expect(Array(order) == model)
    #expect(order.first == model.first)
    for (place, turn) in model.enumerated() { #expect(order.index(of: turn) == place) }
    let last = LaunchQueue.Turn(priority: -9, rank: 0, key: TaskKey(high: 0, low: 0))
    #expect(order.index(of: last) == model.count)
    #expect(order.elements(after: nil, limit: 700) == Array(model.prefix(700)))
    for place in [0, 1, model.count / 2, model.count - 1] {
      let rest = model.dropFirst(place + 1).prefix(700)
      #expect(order.elements(after: model[place], limit: 700) == Array(rest))
    }
    #expect(order.elements(after: last, limit: 5) == [])
    let absent = model.removeFirst()
    order.remove(absent)
    #expect(order.elements(after: absent, limit: 3) == Array(model.prefix(3)))
    for turn in model { order.remove(turn) }
    #expect(order.isEmpty && order.first == nil)
  }

  private func turn(_ number: Int) -> LaunchQueue.Turn {
    LaunchQueue.Turn(priority: -(number % 3), rank: number, key: TaskKey(high: 0, low: 0))
  }
}
