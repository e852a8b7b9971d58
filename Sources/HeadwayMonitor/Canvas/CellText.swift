/// Returns `text` in at most `columns` cells. A text that doesn't fit is cut and ends in
/// `ellipsis`.
package func truncated(_ text: String, to columns: Int, ellipsis: String) -> String {
  if cellWidth(text) <= columns { return text }
  let room = columns - cellWidth(ellipsis)
  guard room >= 0 else { return clipped(text, to: columns) }
  return trimmingEnd(clipped(text, to: room)) + ellipsis
}

/// Returns as much of `text` as fits into `columns` cells.
func clipped(_ text: String, to columns: Int) -> String {
  var used = 0
  var kept = ""
  for cluster in CellClusters(text) {
    used += cluster.width
    if used > columns { break }
    kept += cluster.text
  }
  return kept
}

/// Breaks `text` at spaces into lines of at most `columns` cells. A word that is longer than a line
/// is broken within the word. If the text needs more than `lineLimit` lines, the last line ends in
/// `ellipsis`.
func wrapped(_ text: String, columns: Int, lineLimit: Int, ellipsis: String) -> [String] {
  guard columns > 0, lineLimit > 0 else { return [] }
  var lines: [String] = []
  var rest = CellClusters(text).map(\.text).joined()
  while lines.count < lineLimit - 1, cellWidth(rest) > columns {
    let line = firstLine(of: rest, columns: columns)
    if line.isEmpty { break }
    lines.append(trimmingEnd(line))
    rest = String(rest.unicodeScalars.dropFirst(line.unicodeScalars.count).drop { $0 == " " })
  }
  return lines + [truncated(rest, to: columns, ellipsis: ellipsis)]
}

/// Returns the first line of `text`: up to the last space that fits, or as much as fits if no space
/// does.
private func firstLine(of text: String, columns: Int) -> String {
  let line = clipped(text, to: columns)
  let isAtBreak = text.unicodeScalars.dropFirst(line.unicodeScalars.count).first == " "
  guard !isAtBreak, let space = line.unicodeScalars.lastIndex(of: " "), space > line.startIndex
  else { return line }
  return String(line[..<space])
}

private func trimmingEnd(_ text: String) -> String {
  var text = text
  while text.unicodeScalars.last == " " { text.unicodeScalars.removeLast() }
  return text
}

/// Returns the part of `text` that a terminal draws, for texts that must line up in columns.
func drawn(_ text: String) -> String {
  text.utf8.allSatisfy { $0 < 0x80 } ? text : CellClusters(text).map(\.text).joined()
}
