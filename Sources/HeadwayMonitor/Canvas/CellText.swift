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

/// Returns the end of `text` in at most `columns` cells, for a text that is being typed at its end. A
/// text that doesn't fit begins with `ellipsis`.
func ending(of text: String, in columns: Int, ellipsis: String) -> String {
  guard cellWidth(text) > columns else { return text }
  // Where there is hardly any room, the text has it.
  let mark = cellWidth(ellipsis) < columns ? ellipsis : ""
  var room = columns - cellWidth(mark)
  var kept: [CellCluster] = []
  for cluster in Array(CellClusters(text)).reversed() {
    room -= cluster.width
    if room < 0 { break }
    kept.append(cluster)
  }
  return mark + kept.reversed().map(\.text).joined()
}

/// Breaks `text` at spaces, and between characters of Chinese and Japanese, into lines of at most
/// `columns` cells. A word that is longer than a line is broken within the word. If the text needs
/// more than `lineLimit` lines, the last line ends in `ellipsis`.
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

/// Returns the first line of `text`: up to the last break that fits, or as much as fits if no break
/// does.
private func firstLine(of text: String, columns: Int) -> String {
  var (line, lineToBreak) = ("", "")
  var used = 0
  var last: CellCluster?
  for cluster in CellClusters(text) {
    if let last, isBreak(between: last, and: cluster) { lineToBreak = line }
    used += cluster.width
    if used > columns { return lineToBreak.isEmpty ? line : lineToBreak }
    line += cluster.text
    last = cluster
  }
  return line
}

/// Whether a line may end between two characters. UAX #14 has these rules, and more.
private func isBreak(between last: CellCluster, and next: CellCluster) -> Bool {
  if next == .blank { return true }
  guard isIdeograph(last) || isIdeograph(next) else { return false }
  return !unfitEnds.contains(last.text) && !unfitStarts.contains(next.text)
}

/// Whether a character is wide on every terminal. Greek and Cyrillic letters aren't, whose words stay
/// whole.
private func isIdeograph(_ cluster: CellCluster) -> Bool {
  cluster.width == 2 && cluster.scalars.first.map { !AmbiguousWidth.contains($0) } == true
}

/// The characters that no line ends with: opening brackets and quotes.
private let unfitEnds = Set("([{\"'“‘（〔［｛〈《「『【".map(String.init))
/// The characters that no line starts with: closing ones, punctuation, and small kana.
private let unfitStarts = Set(
  """
  )]}"',.:;!?%”’）〕］｝〉》」』】、。，．・：；！？ーゝゞ々…‥\
  ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ
  """.map(String.init))

private func trimmingEnd(_ text: String) -> String {
  var text = text
  while text.unicodeScalars.last == " " { text.unicodeScalars.removeLast() }
  return text
}

/// Returns the part of `text` that a terminal draws, for texts that must line up in columns.
func drawn(_ text: String) -> String {
  text.utf8.allSatisfy { $0 < 0x80 } ? text : CellClusters(text).map(\.text).joined()
}
