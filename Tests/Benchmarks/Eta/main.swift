import EtaScoring
import Foundation

// Prints how far ETAs were from the truth: a table of the traces (*.readings) in each folder named,
// a table of the synthetic series, and what the mark `~` was worth over all of them.
func traces(in folder: String) -> [ReadingTrace] {
  ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    .filter { $0.hasSuffix(".readings") }
    .compactMap { name in
      (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)).map {
        ReadingTrace(name: String(name.dropLast(".readings".count)), text: $0)
      }
    }
}

var parts: [(name: String, table: EtaTable)] = []
for folder in CommandLine.arguments.dropFirst() {
  let table = EtaTable(traces(in: folder))
  print(folder)
  table.lines.forEach { print($0) }
  print()
  parts.append(((folder as NSString).lastPathComponent, table))
}
let synthetic = EtaTable(SyntheticTraces.all)
print("synthetic series, made up with a seed; none was recorded")
synthetic.lines.forEach { print($0) }
print()
parts.append(("synthetic", synthetic))
// The second runs of these are made up too.
let recorded = CommandLine.arguments.dropFirst().flatMap { traces(in: $0) }
let repeated = [0.1, 0.25].flatMap { unevenness in
  [("recorded", recorded), ("synthetic", SyntheticTraces.all)].map { name, all in
    (
      name: "\(name), ±\(Int(unevenness * 100)) %",
      table: EtaTable(SyntheticTraces.again(all, unevenness: unevenness))
    )
  }
}
EtaSummary.legend.forEach { print($0) }
EtaSummary(parts, repeated: repeated).lines.forEach { print($0) }
