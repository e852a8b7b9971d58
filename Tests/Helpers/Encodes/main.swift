// A program in Swift 5 mode, after Apple's own sample: a loop within the launch handler, to be ended
// by the expiration handler. It counts a child of its progress.
import BackgroundTasks
import Foundation

let identifier = "com.example.encodes.1"
BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
  guard let task = task as? BGContinuedProcessingTask else { return }
  var shouldContinue = true
  task.expirationHandler = { shouldContinue = false }
  task.progress.totalUnitCount = 2
  let frames = Progress(totalUnitCount: 100, parent: task.progress, pendingUnitCount: 1)
  while shouldContinue {
    if frames.completedUnitCount < 50 { frames.completedUnitCount += 1 }
    Thread.sleep(forTimeInterval: 0.002)
  }
  task.setTaskCompleted(success: false)
  exit(0)
}
let request = BGContinuedProcessingTaskRequest(
  identifier: identifier, title: "Encode", subtitle: "Film")
BGTaskScheduler.shared.submitTaskRequest(request) { error in
  if let error {
    print("refused: \(error.localizedDescription)")
    exit(1)
  }
}
dispatchMain()
