package import HeadwayCore

/// How a cell looks.
package enum CellStyle: Hashable, Sendable {
  /// What it stands for here.
  case role(StyleRole)
  /// As a task's command would have it.
  case output(GraphicRendition)
}

/// One cell of a canvas.
package struct Cell: Hashable, Sendable {
  private let cluster: CellCluster
  package let style: CellStyle

  init(_ cluster: CellCluster, _ style: CellStyle) {
    (self.cluster, self.style) = (cluster, style)
  }

  /// 1 or 2 columns; 0 is the right half of the wide cell to the left.
  package var width: Int { cluster.width }

  /// A base scalar and its combining marks; empty in the right half of a wide cell.
  package var text: String { cluster.text }

  /// The base where it has no marks; nil in the right half of a wide cell.
  package var onlyScalar: Unicode.Scalar? { cluster.onlyScalar }

  static let blank = Cell(.blank, .role(.plain))

  static func rightHalf(_ style: CellStyle) -> Cell { Cell(.none, style) }

  /// The first place from `start` on at which the cells in the bytes of two rows, which are as many,
  /// have other bits: most have the same, and a frame compares thousands. Cells with other bits may be
  /// equal all the same: padding says nothing.
  static func firstOtherBits(
    _ ours: UnsafeRawBufferPointer, _ theirs: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    func isSame<Bits: Equatable>(_ bits: Bits.Type, at place: Int) -> Bool {
      let offset = place * MemoryLayout<Cell>.stride
      return ours.loadUnaligned(fromByteOffset: offset, as: bits)
        == theirs.loadUnaligned(fromByteOffset: offset, as: bits)
    }
    let count = ours.count / MemoryLayout<Cell>.stride
    var place = start
    while place + 4 <= count, isSame(BitsOfFour.self, at: place) { place += 4 }
    while place < count, isSame(BitsOfOne.self, at: place) { place += 1 }
    return place < count ? place : nil
  }

  private typealias BitsOfOne = UInt128
  private typealias BitsOfFour = SIMD16<UInt32>
}
