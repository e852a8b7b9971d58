extension WallTime: CustomStringConvertible {
  /// ISO 8601 in UTC with milliseconds: `2026-01-31T09:05:00.250Z`.
  public var description: String {
    let (days, millisecondOfDay) = millisecondsSinceEpoch.quotientAndRemainder(
      dividingBy: 86_400_000)
    let date = CivilDate(daysSinceEpoch: days)
    let (second, millisecond) = millisecondOfDay.quotientAndRemainder(dividingBy: 1000)
    let (minute, secondOfMinute) = second.quotientAndRemainder(dividingBy: 60)
    let (hour, minuteOfHour) = minute.quotientAndRemainder(dividingBy: 60)
    return String(unsafeUninitializedCapacity: 24) { room in
      var place = 0
      func put(_ number: Int64, _ width: Int, then separator: Unicode.Scalar) {
        var rest = number
        for digit in (place..<place + width).reversed() {
          room[digit] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
        room[place + width] = UInt8(ascii: separator)
        place += width + 1
      }
      put(date.year, 4, then: "-")
      put(date.month, 2, then: "-")
      put(date.day, 2, then: "T")
      put(hour, 2, then: ":")
      put(minuteOfHour, 2, then: ":")
      put(secondOfMinute, 2, then: ".")
      put(millisecond, 3, then: "Z")
      return place
    }
  }

  /// Reads a time in the form of `description`; nil for any other text. The fraction may be left
  /// out.
  public init?(_ text: some StringProtocol) {
    var fields = ISO8601Fields(text)
    guard let year = fields.number(4, then: "-"), let month = fields.number(2, then: "-"),
      let day = fields.number(2, then: "T"), let hour = fields.number(2, then: ":"),
      let minute = fields.number(2, then: ":"), let second = fields.number(2, then: nil),
      let millisecond = fields.optionalMilliseconds(), fields.endsWithZ
    else { return nil }
    guard (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      hour < 24, minute < 60, second < 61
    else { return nil }
    let days = CivilDate(year: year, month: month, day: day).daysSinceEpoch
    guard CivilDate(daysSinceEpoch: days).day == day else { return nil }
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second
    self.init(millisecondsSinceEpoch: seconds * 1000 + millisecond)
  }
}

private struct ISO8601Fields {
  private var rest: Substring.UTF8View

  init(_ text: some StringProtocol) { rest = Substring(text).utf8 }

  mutating func number(_ digits: Int, then separator: Unicode.Scalar?) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<digits {
      guard let byte = rest.popFirst(), (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - 0x30)
    }
    guard let separator else { return value }
    return rest.popFirst() == UInt8(ascii: separator) ? value : nil
  }

  mutating func optionalMilliseconds() -> Int64? {
    guard rest.first == UInt8(ascii: ".") else { return 0 }
    rest.removeFirst()
    return number(3, then: nil)
  }

  var endsWithZ: Bool { rest.elementsEqual("Z".utf8) }
}
