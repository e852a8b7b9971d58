import ArgumentParser
import Glibc
import Headway

/// `headway-benchmarks begin`: says "ready", then begins a task for each line of its standard input,
/// which is the title; an empty line only ends the last one.
struct BeginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "begin", abstract: "Begin a task for each line.", shouldDisplay: false)

  mutating func run() {
    print("ready")
    fflush(nil)
    var task: HeadwayTask?
    while let title = readLine() {
      task?.end()
      task = title.isEmpty ? nil : beginTask(title)
    }
    task?.end()
  }
}
