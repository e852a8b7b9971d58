// A program of the shape of an iOS app that fetches what is new in the background. It does what the
// lines of its standard input say, and says what happens to it.
import BackgroundTasks
import Foundation

func say(_ line: String) {
  try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
}

func nextLine() async -> String? { await Task.detached { readLine() }.value }

@MainActor
final class Fetcher {
  private var running: BGTask?

  func register() {
    for word in ["refresh", "refresh2", "tidy"] {
      BGTaskScheduler.shared.register(
        forTaskWithIdentifier: Self.identifier(word), using: nil
      ) { task in
        task.expirationHandler = { say("expired \(word)") }
        say("launched \(word)")
        Task { @MainActor in self.running = task }
      }
    }
  }

  /// A refresh, not before that many seconds.
  func submitRefresh(_ word: String, after seconds: Double) {
    let request = BGAppRefreshTaskRequest(identifier: Self.identifier(word))
    request.earliestBeginDate = Date(timeIntervalSinceNow: seconds)
    submit(request)
  }

  /// What needs the network.
  func submitTidying() {
    let request = BGProcessingTaskRequest(identifier: Self.identifier("tidy"))
    request.requiresNetworkConnectivity = true
    submit(request)
  }

  private func submit(_ request: BGTaskRequest) {
    do {
      try BGTaskScheduler.shared.submit(request)
      say("submitted")
    } catch {
      say("refused \((error as NSError).code): \(error.localizedDescription)")
    }
  }

  func complete() { running?.setTaskCompleted(success: true) }

  func takeBack(_ word: String) {
    BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: Self.identifier(word))
  }

  func tellPending() async {
    let requests = await BGTaskScheduler.shared.pendingTaskRequests()
    say("pending:" + requests.map { " \($0.identifier.split(separator: ".").last ?? "")" }.joined())
  }

  private static func identifier(_ word: String) -> String { "com.example.fetches.\(word)" }
}

let fetcher = Fetcher()
fetcher.register()
while let line = await nextLine() {
  let words = line.split(separator: " ").map(String.init)
  switch words.first {
  case "refresh", "refresh2":
    fetcher.submitRefresh(words[0], after: words.count > 1 ? Double(words[1]) ?? 0 : 0)
  case "tidy": fetcher.submitTidying()
  case "complete": fetcher.complete()
  case "back": fetcher.takeBack(words[1])
  case "pending": await fetcher.tellPending()
  default: say("what is \(line)?")
  }
}
