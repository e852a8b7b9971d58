internal import HeadwayModel

/// The look of a cell.
package enum CellStyle: Hashable, Sendable {
  /// The look of a role.
  case role(StyleRole)
  /// The look that a task's command has chosen.
  case output(GraphicRendition)
}

/// A cell of a canvas.
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

  /// The first place from `start` on at which the cells in the bytes of two rows, which are as
  /// many, have other bits: most have the same, and a frame compares thousands. Cells with other
  /// bits may be equal all the same: padding says nothing.
  static func firstOtherBits(
    _ ours: UnsafeRawBufferPointer, _ theirs: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    let wordsPerCell = MemoryLayout<Cell>.stride / MemoryLayout<UInt64>.stride
    // Without a branch for each word: several are compared at once.
    @inline(__always) func differ(_ cellCount: Int, from place: Int) -> Bool {
      var difference: UInt64 = 0
      for word in place * wordsPerCell..<(place + cellCount) * wordsPerCell {
        let offset = word * MemoryLayout<UInt64>.stride
        difference |=
          ours.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          ^ theirs.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      }
      return difference != 0
    }
    let count = ours.count / MemoryLayout<Cell>.stride
    var place = start
    while place + 4 <= count, !differ(4, from: place) { place += 4 }
    while place < count, !differ(1, from: place) { place += 1 }
    return place < count ? place : nil
  }
}
