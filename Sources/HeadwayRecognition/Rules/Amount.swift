/// A number as tools print it: `171,409,408`, `12.9`, `8.1 MiB`, `4608k`, `00:01:30.5`.
struct Amount: Hashable {
  /// The kind of thing that an amount counts, which decides whether two amounts can be compared.
  enum Kind: Hashable {
    case count
    case bytes
    /// A time, in milliseconds.
    case time
  }

  /// The amount in things, bytes or milliseconds; 0…9e15, rounded.
  var value: Int64
  var kind: Kind

  /// The largest value. A `Double` holds whole numbers up to there exactly.
  private static let limit = 9e15

  /// Makes a count of things.
  init(count: Int) { (value, kind) = (Int64(clamping: count), .count) }

  /// Makes a time of milliseconds.
  init(milliseconds: Int64) { (value, kind) = (milliseconds, .time) }

  /// Reads an amount. Nil for anything else, and for more than 9e15.
  ///
  /// - Parameter unit: The unit that stands apart from the number on the line; empty for none. A
  ///   unit right behind the number goes before it.
  init?(_ bytes: Span<UInt8>, unit: Span<UInt8>) {
    if let time = Self.milliseconds(bytes) {
      (value, kind) = (time, .time)
      return
    }
    var index = 0
    guard var number = Self.number(bytes, &index) else { return nil }
    while let byte = bytes.byte(at: index), byte.isBlank { index += 1 }
    var suffix = Suffix(bytes, from: index)
    if suffix == Suffix() { suffix = Suffix(unit, from: 0) }
    number *= suffix.factor
    guard number >= 0, number <= Self.limit else { return nil }
    value = Int64(number.rounded())
    kind = suffix.isBytes ? .bytes : .count
  }

  /// Reads digits with commas between them and at most one point, and moves `index` behind them.
  ///
  /// Nil if there is no digit, and for more than 18 digits before the point. Digits beyond the 18th
  /// behind the point are ignored.
  static func number(_ bytes: Span<UInt8>, _ index: inout Int) -> Double? {
    var (value, scale): (Double, Double) = (0, 0)
    var digitCount = 0
    while let byte = bytes.byte(at: index) {
      if byte.isDigit {
        digitCount += 1
        if digitCount <= 18 {
          value = value * 10 + Double(byte - UInt8(ascii: "0"))
          scale *= 10
        } else if scale == 0 {
          return nil
        }
      } else if byte == UInt8(ascii: "."), scale == 0 {
        scale = 1
      } else if byte != UInt8(ascii: ",") || scale > 0 {
        break
      }
      index += 1
    }
    return digitCount > 0 ? value / max(1, scale) : nil
  }

  /// Adds up all the numbers in `bytes`, with their units of size.
  ///
  /// The sum rises as more is done, whatever the columns mean. A comma before one or two last
  /// digits is read as a decimal point.
  static func sum(of bytes: Span<UInt8>) -> Double {
    var (sum, index) = (0.0, 0)
    while let byte = bytes.byte(at: index) {
      guard byte.isDigit else {
        index += 1
        continue
      }
      var value = number(bytes, &index) ?? 0
      var decimals = 0
      while decimals < 3, bytes.byte(at: index - 1 - decimals)?.isDigit == true { decimals += 1 }
      if (1...2).contains(decimals), bytes.byte(at: index - 1 - decimals) == UInt8(ascii: ",") {
        value /= decimals == 1 ? 10 : 100
      }
      while bytes.byte(at: index) == UInt8(ascii: " ") { index += 1 }
      sum += value * Suffix(bytes, from: index).factor
    }
    return sum
  }

  /// Reads `mm:ss` or `hh:mm:ss`, with a fraction or without; nil for anything else.
  private static func milliseconds(_ bytes: Span<UInt8>) -> Int64? {
    var index = 0
    var (total, parts): (Double, Int) = (0, 0)
    while parts < 3, let number = number(bytes, &index) {
      total = total * 60 + number
      parts += 1
      guard bytes.byte(at: index) == UInt8(ascii: ":") else { break }
      index += 1
    }
    guard parts >= 2, index == bytes.count, total * 1000 <= limit else { return nil }
    return Int64(total * 1000)
  }
}

/// The unit behind a number: `k`, `MiB`, `GB`, `it`. With an `i` it is a power of 1024, else of
/// 1000.
private struct Suffix: Equatable {
  var factor = 1.0
  var isBytes = false

  init() {}

  init(_ bytes: Span<UInt8>, from start: Int) {
    guard let first = bytes.byte(at: start) else { return }
    var index = start
    if let power = Self.power(of: first) {
      index += 1
      let isBinary = bytes.byte(at: index) == UInt8(ascii: "i")
      if isBinary { index += 1 }
      factor = (0..<power).reduce(1) { product, _ in product * (isBinary ? 1024 : 1000) }
    }
    isBytes = bytes.byte(at: index).map { $0 | 0x20 == UInt8(ascii: "b") } ?? false
  }

  private static func power(of letter: UInt8) -> Int? {
    switch letter {
    case UInt8(ascii: "k"), UInt8(ascii: "K"): 1
    case UInt8(ascii: "M"): 2
    case UInt8(ascii: "G"): 3
    case UInt8(ascii: "T"): 4
    case UInt8(ascii: "P"): 5
    default: nil
    }
  }
}
