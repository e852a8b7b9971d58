package import HeadwayCore

/// One cell of a canvas.
package struct Cell: Hashable, Sendable {
  private let cluster: CellCluster
  package let role: StyleRole

  init(_ cluster: CellCluster, _ role: StyleRole) { (self.cluster, self.role) = (cluster, role) }

  /// 1 or 2 columns; 0 is the right half of the wide cell to the left.
  package var width: Int { cluster.width }

  /// A base scalar and its combining marks; empty in the right half of a wide cell.
  package var text: String { cluster.text }

  /// The base where it has no marks; nil in the right half of a wide cell.
  package var onlyScalar: Unicode.Scalar? { cluster.onlyScalar }

  static let blank = Cell(CellCluster(" ", width: 1), .plain)

  static func rightHalf(_ role: StyleRole) -> Cell { Cell(.none, role) }
}
