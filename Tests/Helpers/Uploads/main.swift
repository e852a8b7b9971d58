// A program of the shape of an iOS app that uploads, which imports only UIKit. It does what the
// lines of its standard input say, and says what happens to it.
import UIKit

func say(_ line: String) {
  try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
}

func nextLine() async -> String? { await Task.detached { readLine() }.value }

/// Keeps the program alive for what it has begun, as apps do.
@MainActor
final class Uploader {
  static let refresh = "com.example.uploads.refresh"
  private var background = UIBackgroundTaskIdentifier.invalid
  private var upload: BGContinuedProcessingTask?

  func register() {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.refresh, using: nil) { task in
      task.expirationHandler = { say("refresh expired") }
      say("refresh launched")
    }
    BGTaskScheduler.shared.register(
      forTaskWithIdentifier: "com.example.uploads.album", using: nil
    ) { task in
      guard let task = task as? BGContinuedProcessingTask else { return }
      Task { @MainActor in self.handle(task) }
    }
    Task { @MainActor in
      let name = UIApplication.didBecomeActiveNotification
      for await _ in NotificationCenter.default.publisher(for: name).values { say("active") }
    }
  }

  private func handle(_ task: BGContinuedProcessingTask) {
    upload = task
    task.expirationHandler = { [weak self] in
      Task { @MainActor in self?.stop() }
    }
    say("uploading")
  }

  private func stop() {
    say("stopped: \(upload?.cancellation.map { "\($0.reason)" } ?? "unknown")")
    upload?.setTaskCompleted(success: false)
  }

  func submitUpload() throws {
    try BGTaskScheduler.shared.submit(
      BGContinuedProcessingTaskRequest(
        identifier: "com.example.uploads.album", title: "Upload", subtitle: "Album"))
  }

  func retryAtOnce() throws {
    upload?.setTaskCompleted(success: false)
    try submitUpload()
  }

  func submitRefresh() throws {
    let request = BGAppRefreshTaskRequest(identifier: Self.refresh)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
    try BGTaskScheduler.shared.submit(request)
  }

  func beginBackground() {
    background = UIApplication.shared.beginBackgroundTask(withName: "Last page") { [weak self] in
      say("hurry")
      self?.endBackground()
    }
    say(background == .invalid ? "no time" : "begun")
  }

  func endBackground() {
    UIApplication.shared.endBackgroundTask(background)
    background = .invalid
    say("ended")
  }

  func reportTime() {
    let seconds = UIApplication.shared.backgroundTimeRemaining
    let state = UIApplication.shared.applicationState
    say("\(state) \(seconds == .greatestFiniteMagnitude ? "unlimited" : "\(Int(seconds)) s")")
  }

  func performActivity() {
    ProcessInfo.processInfo.performExpiringActivity(withReason: "Activity") { isExpiring in
      say("activity \(isExpiring)")
    }
  }
}

let uploader = Uploader()
uploader.register()
while let line = await nextLine() {
  switch line {
  case "upload": try uploader.submitUpload()
  case "retry": try uploader.retryAtOnce()
  case "refresh": try uploader.submitRefresh()
  case "begin": uploader.beginBackground()
  case "end": uploader.endBackground()
  case "time": uploader.reportTime()
  case "activity": uploader.performActivity()
  default: say("what is \(line)?")
  }
}
