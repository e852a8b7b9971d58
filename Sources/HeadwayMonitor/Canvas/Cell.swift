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
}
