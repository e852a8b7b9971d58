import SeededRandomness
import TestClocks
import Testing

@testable import HeadwayHubCore
@testable import HeadwayModel

@Suite struct TaskTableTests {
  /// Against a dictionary, through many comings and goings.
  @Test("it holds what a dictionary holds")
  func itHoldsWhatADictionaryHolds() throws {
    var generator = SplitMix(seed: 5)
    var table = TaskTable()
    var reference: [TaskKey: TrackedTask] = [:]
    for step in 1...20_000 {
      let key = TaskKey(high: 0, low: .random(in: 0..<600, using: &generator))
      if Int.random(in: 0..<5, using: &generator) == 0 {
        (table[key], reference[key]) = (nil, nil)
      } else {
        let whole = TaskKey(high: 1, low: .random(in: 0..<9, using: &generator))
        let task = try Self.task(key, number: step, partOf: whole.low == 0 ? nil : whole)
        (table[key], reference[key]) = (task, task)
      }
      let place = table.place(of: key)
      #expect(table.count == reference.count)
      #expect(place.map { table[place: $0].number } == reference[key]?.number)
    }
    for low in 1..<9 as Range<UInt64> {
      let whole = TaskKey(high: 1, low: low)
      let parts = reference.values.filter { $0.description.parent == whole }.map(\.key)
      #expect(table.subtasks(of: whole).count == parts.count)
      #expect(Set(table.subtasks(of: whole)) == Set(parts))
    }
    let numbers = table.all.map(\.number.value).sorted()
    #expect(numbers == reference.values.map(\.number.value).sorted())
  }

  @Test("its place is found again after another took it")
  func itsPlaceIsFoundAgainAfterAnotherTookIt() throws {
    var table = TaskTable()
    for key in [TaskKey.a, .b, .c] { table[key] = try Self.task(key, number: Int(key.low)) }
    _ = table.place(of: .a)
    table[.a] = nil
    let places = [TaskKey.a, .b, .c].map { table.place(of: $0) }
    #expect(places[0] == nil)
    #expect(table[.b]?.key == .b && table[.c]?.key == .c)
  }

  private static func task(
    _ key: TaskKey, number: Int, partOf whole: TaskKey? = nil
  ) throws -> TrackedTask {
    let worker = WorkerAttachment(process: .numbered(1), connection: nil, isSupervisor: false)
    let origin = Moment(
      awake: .zero, running: .zero, wall: WallTime(millisecondsSinceEpoch: 0))
    var description = TaskDescription(key: key, title: "Task")
    description.parent = whole
    return TrackedTask(
      number: try #require(TaskNumber(number)), description: description, worker: worker,
      settings: HubSettings(), at: origin)
  }
}
