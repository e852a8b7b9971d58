/// The memory of NVIDIA's graphics processors, as nvidia-smi prints it.
package enum GPUMemory {
  /// The words that ask for the index, the free and the whole memory of each, in MiB.
  package static let query = [
    "nvidia-smi", "--query-gpu=index,memory.free,memory.total", "--format=csv,noheader,nounits",
  ]

  /// The longest time that the program may take. A driver that isn't loaded yet takes seconds.
  private static let patience: Duration = .seconds(15)

  /// Whether the program is installed where helper programs are looked for.
  package static var isKnown: Bool { ProgramPath.find("nvidia-smi") != nil }

  /// Runs the program, and returns the indices of those that have less than `freePercent` of their
  /// memory free. Nil if the program fails or hangs. Blocks for as long as the program takes.
  package static func busy(freePercent: Int) -> Set<Int>? {
    guard let run = ProgramRun.of(query, within: patience), run.succeeded else { return nil }
    return busy(in: run.output, freePercent: freePercent)
  }

  /// Reads the program's output. A line that isn't understood says nothing of any processor.
  package static func busy(in output: String, freePercent: Int) -> Set<Int> {
    var busy: Set<Int> = []
    for line in output.split(whereSeparator: \.isNewline) {
      let numbers = line.split(separator: ",").map { field in
        Int(field.drop(while: \.isWhitespace).prefix { !$0.isWhitespace })
      }
      guard numbers.count == 3, let index = numbers[0], let free = numbers[1],
        let total = numbers[2], (0..<1024).contains(index), free >= 0, total > 0
      else { continue }
      if Double(free) * 100 < Double(total) * Double(freePercent) { busy.insert(index) }
    }
    return busy
  }
}
