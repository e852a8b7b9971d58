import HeadwayModel
import Testing

@Suite("Spare room")
struct SpareRoomTests {
  @Test("collections that lost most of their elements become smaller and keep the rest")
  func shrink() {
    var numbers = Dictionary(uniqueKeysWithValues: (0..<10_000).map { ($0, $0) })
    for key in 10..<10_000 { numbers[key] = nil }
    let fewer = numbers.withoutSpareRoom
    #expect(fewer == numbers && fewer.capacity < 100)
    var list = Array(0..<10_000)
    list.removeSubrange(10...)
    let shorter = list.withoutSpareRoom
    #expect(shorter == Array(0..<10) && shorter.capacity < 100)
  }

  @Test("a collection that uses its room isn't copied: a queue of 100,000 takes too long to copy")
  func full() {
    var list = Array(0..<10_000)
    list.reserveCapacity(20_000)
    let before = list.withUnsafeBufferPointer { $0.baseAddress }
    #expect(list.withoutSpareRoom.withUnsafeBufferPointer { $0.baseAddress } == before)
    var numbers = Dictionary(uniqueKeysWithValues: list.map { ($0, $0) })
    numbers.reserveCapacity(20_000)
    #expect(numbers.withoutSpareRoom.capacity == numbers.capacity)
  }
}
