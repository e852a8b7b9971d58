/// The content of one cell: a base scalar with its combining marks.
///
/// The type contains no references. Together with the look of a cell it takes two words, because
/// the monitor copies and compares thousands of cells for each frame.
struct CellCluster: Hashable, Sendable {
  /// The base and the first two marks, 21 bits each, the base in the lowest bits. 0 stands for
  /// none.
  private var head: UInt64
  /// The lower 32 bits of the third and the fourth mark.
  private var low: UInt32 = 0
  /// The upper bits of the third and the fourth mark, and above them the width.
  private var high: UInt16

  /// The largest number of combining marks in a cell: CCHARW_MAX of curses.h, minus the base.
  private static let markLimit = 4
  private static let bitsPerScalar = 21
  private static let scalarMask: UInt64 = 1 << bitsPerScalar - 1
  /// The position of the width within `high`, above the bits of the marks.
  private static let widthShift = 2 * bitsPerScalar - UInt32.bitWidth

  /// Creates a cell's content without marks. `width` is 1 or 2 columns.
  init(_ base: Unicode.Scalar, width: Int) {
    head = UInt64(base.value)
    high = UInt16(truncatingIfNeeded: width) << Self.widthShift
  }

  static let blank = CellCluster(" ", width: 1)

  /// The content of the right half of a wide cell.
  static let none: CellCluster = {
    var cluster = CellCluster(" ", width: 0)
    cluster.head = 0
    return cluster
  }()

  /// The width in columns. 0 for ``none``.
  var width: Int { Int(high >> Self.widthShift) }

  /// The base of a content without marks. Nil if there are marks, and for ``none``.
  var onlyScalar: Unicode.Scalar? { marks == 0 ? base : nil }

  /// The base and its marks.
  var scalars: [Unicode.Scalar] {
    guard let base else { return [] }
    return [base] + (0..<Self.markLimit).compactMap(mark)
  }

  var text: String {
    if let onlyScalar { return String(onlyScalar) }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// Adds a combining mark. Drops the mark if the cell already has the largest number of marks.
  mutating func add(_ mark: Unicode.Scalar) {
    guard let place = (0..<Self.markLimit).first(where: { self.mark($0) == nil }) else { return }
    let value = UInt64(mark.value)
    if place < 2 {
      head |= value << ((place + 1) * Self.bitsPerScalar)
    } else {
      let tail = value << ((place - 2) * Self.bitsPerScalar)
      low |= UInt32(truncatingIfNeeded: tail)
      high |= UInt16(truncatingIfNeeded: tail >> UInt32.bitWidth)
    }
  }

  private var base: Unicode.Scalar? { Self.scalar(head & Self.scalarMask) }

  /// The bits of the first two marks. 0 means that there are no marks at all.
  private var marks: UInt64 { head >> Self.bitsPerScalar }

  /// The mark at `place`, counted from 0. Nil if there is none.
  private func mark(_ place: Int) -> Unicode.Scalar? {
    let tail = UInt64(high) << UInt32.bitWidth | UInt64(low)
    let bits =
      place < 2
      ? head >> ((place + 1) * Self.bitsPerScalar) : tail >> ((place - 2) * Self.bitsPerScalar)
    return Self.scalar(bits & Self.scalarMask)
  }

  private static func scalar(_ value: UInt64) -> Unicode.Scalar? {
    value == 0 ? nil : Unicode.Scalar(UInt32(truncatingIfNeeded: value))
  }
}
