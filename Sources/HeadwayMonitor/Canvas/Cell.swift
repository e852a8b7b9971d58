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

  static let blank = Cell(CellCluster(" ", width: 1), .role(.plain))

  static func rightHalf(_ style: CellStyle) -> Cell { Cell(.none, style) }

  /// As large as a cell.
  private typealias Bits = UInt128

  /// Whether the cells at `place` in the bytes of two rows have the same bits: most have, and a frame
  /// compares thousands. Cells without the same may be equal all the same: padding says nothing.
  static func hasSameBits(
    at place: Int, _ ours: UnsafeRawBufferPointer, _ theirs: UnsafeRawBufferPointer
  ) -> Bool {
    let offset = place * MemoryLayout<Cell>.stride
    return ours.loadUnaligned(fromByteOffset: offset, as: Bits.self)
      == theirs.loadUnaligned(fromByteOffset: offset, as: Bits.self)
  }
}
