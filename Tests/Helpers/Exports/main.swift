// A program of the shape of an iOS app, which knows nothing of Headway. Each line of its standard
// input is a page, `done`, `fail`, or `leave`, which leaves the task open.
import BackgroundTasks
import Foundation

func say(_ line: String) {
  try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
}

func nextLine() async -> String? { await Task.detached { readLine() }.value }

let coordinator = ExportCoordinator()
TaskRegistrar.register(coordinator)
do {
  try coordinator.begin(pages: 10)
  while let line = await nextLine() {
    switch line {
    case "done", "fail": coordinator.finish(success: line == "done")
    case "leave": exit(0)
    default: coordinator.updateProgress(page: Int64(line) ?? 0)
    }
  }
} catch {
  say("refused: \(error.localizedDescription)")
}
