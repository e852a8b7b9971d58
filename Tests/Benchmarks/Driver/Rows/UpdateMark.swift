/// A text that curses must write whole: none of its cells is as in the task's mark before or after,
/// and no two neighbours are equal.
enum UpdateMark {
  static let length = 7
  /// What a task shows before its first mark.
  static let none = String(repeating: "-", count: length)

  /// The digits of `number` as letters, from another alphabet at every other place, and in another
  /// case at every other turn of the task.
  static func text(_ number: Int, turn: Int) -> String {
    var rest = number
    var letters: [UInt8] = []
    for place in 0..<length {
      let lower = UInt8(ascii: place % 2 == 0 ? "a" : "k") + UInt8(rest % 10)
      letters.append(turn % 2 == 0 ? lower : lower - 32)
      rest /= 10
    }
    return String(decoding: letters, as: UTF8.self)
  }
}
