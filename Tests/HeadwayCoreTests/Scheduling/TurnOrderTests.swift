import SeededRandomness
import Testing

@testable import HeadwayCore

@Suite("The order of turns") struct TurnOrderTests {
  /// Random insertions and removals, held against a sorted array.
  @Test(arguments: 0..<8) func asASortedArray(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var order = TurnOrder()
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
    for turn in model { order.remove(turn) }
    #expect(order.isEmpty && order.first == nil)
  }

  private func turn(_ number: Int) -> LaunchQueue.Turn {
    LaunchQueue.Turn(priority: -(number % 3), rank: number, key: TaskKey(high: 0, low: 0))
  }
}
