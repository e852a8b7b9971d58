package import HeadwayCore

/// One cell of a canvas.
package struct Cell: Hashable, Sendable {
  /// A base scalar and its combining marks; empty in the right half of a wide cell.
  package let text: String
  /// 1 or 2 columns; 0 is the right half of the wide cell to the left.
  package let width: Int
  package let role: StyleRole

  static let blank = Cell(text: " ", width: 1, role: .plain)

  static func rightHalf(_ role: StyleRole) -> Cell { Cell(text: "", width: 0, role: role) }
}
