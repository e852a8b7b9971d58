import EtaScoring
import Foundation

// Prints how far ETAs were from the truth, over the traces (*.readings) in the folders named.
let traces = CommandLine.arguments.dropFirst().flatMap { folder in
  ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    .filter { $0.hasSuffix(".readings") }
    .compactMap { name in
      (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)).map {
        ReadingTrace(name: String(name.dropLast(".readings".count)), text: $0)
      }
    }
}
EtaTable(traces).lines.forEach { print($0) }
