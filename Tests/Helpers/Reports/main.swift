// A program that reports by the library, one scenario a run: `reports SCENARIO`. It goes on where a
// scenario waits when its standard input has a line.
import Glibc
import Headway
import Synchronization

let scenario = CommandLine.arguments.dropFirst().first ?? ""

func waitForLine() { _ = readLine() }

final class Flag: Sendable {
  let isSet = Atomic(false)
}

func say(_ words: Any...) {
  var line = words.map { "\($0)" }.joined(separator: " ") + "\n"
  // Past stdio(3): a flush waits for whoever reads a line.
  line.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

/// The start routine of pthread_create(3).
nonisolated func countAMillion(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  let task = Unmanaged<HeadwayTask>.fromOpaque(argument).takeUnretainedValue()
  for _ in 0..<1_000_000 { task.advance() }
  return nil
}

func leaveLoop() {
  for number in (1...5).reportingProgress("Left") where number == 3 { break }
}

/// fork(2), which Glibc's Swift module leaves out; the child exits after `body`.
func forkedChild(_ body: () -> Void) -> pid_t {
  typealias Fork = @convention(c) () -> pid_t
  guard let symbol = dlsym(nil, "fork") else { return -1 }
  let child = unsafeBitCast(symbol, to: Fork.self)()
  if child == 0 {
    body()
    exit(0)
  }
  return child
}

struct WorkFailed: Error {}

switch scenario {
case "steps":
  let task = beginTask("Steps", total: 10, HeadwayTaskOptions(unit: "files", subtitle: "first"))
  for _ in 0..<4 { task.advance() }
  waitForLine()
  task.setSubtitle("second")
  task.advance(by: 6)
  task.end()
case "states":
  let task = beginTask("States")
  task.setState(.blocked(.signIn), "Sign in at example.org")
  waitForLine()
  task.setState(.working)
  waitForLine()
  task.end()
case "stages":
  withTask("Stages", total: 100) { task in
    task.withStage("load", weight: 20, total: 4) { stage in
      stage.advance(by: 2)
      waitForLine()
    }
    let convert = task.stage("convert", weight: 80, total: 8)
    convert.advance(by: 4)
    waitForLine()
    convert.finish()
  }
case "throws":
  do {
    try withTask("Throws") { _ in throw WorkFailed() }
  } catch { say("caught") }
case "cancel":
  let handled = Flag()
  do {
    try await withTask("Cancel") { task in
      task.onCancel { cancellation in
        say("handler \(cancellation.reason)")
        handled.isSet.store(true, ordering: .releasing)
      }
      while true {
        try Task.checkCancellation()
        try await Task.sleep(for: .milliseconds(2))
      }
    }
  } catch { say("cancelled") }
  // The handler has a thread of its own, which the end of the program would cut off.
  while !handled.isSet.load(ordering: .acquiring) { usleep(1000) }
case "obey":
  do {
    try withTask("Obey", total: .max) { task in
      while true {
        task.advance()
        try task.checkCancellation()
      }
    }
  } catch { say(error) }
case "pause":
  await withTask("Pause", total: .max) { task in
    task.onPause { pause in say("paused by \(pause.reason)") }
    task.onResume { say("resumed") }
    while !task.isCancelled {
      await task.waitWhilePaused()
      task.advance()
      try? await Task.sleep(for: .milliseconds(2))
    }
    say("left, paused: \(task.isPaused)")
  }
case "sequence":
  for number in (1...5).reportingProgress("Sequence") where number == 3 { waitForLine() }
case "left":
  leaveLoop()
case "open":
  let task = beginTask("Open", total: 2)
  task.advance()
  waitForLine()
case "heartbeat":
  let task = beginTask("Heartbeat", total: 100)
  task.advance(by: 10)
  let heartbeat = Heartbeat(of: task, upTo: 20, every: .milliseconds(5))
  await heartbeat.start()
  waitForLine()
  task.advance(by: 10)
  waitForLine()
  await heartbeat.finish()
  task.end()
case "assertion":
  let task = beginTask("Export", total: 2)
  task.onCancel { cancellation in
    say("cancelled by \(cancellation.reason)")
    task.end(.cancelled)
  }
  withAssertion("Finish export") {
    say("begun")
    waitForLine()
    say("finished")
  }
  waitForLine()
case "leak":
  let task = beginTask("Leak", total: 2)
  let assertion = HeadwayAssertion("Never done") { say("hurry") }
  waitForLine()
  say(assertion.isHeld)
  task.end()
case "stall":
  let stall = HeadwayStall(.expire, after: .milliseconds(200))
  let task = beginTask("Stall", total: 2, HeadwayTaskOptions(stall: stall))
  task.onCancel { cancellation in
    say("told: \(cancellation.reason)")
    task.end(.cancelled)
  }
  waitForLine()
case "fork":
  let task = beginTask("Parent", total: 2)
  task.advance()
  waitForLine()
  let child = forkedChild {
    task.advance()
    task.end()
    withTask("Child", total: 1) { $0.advance() }
  }
  waitpid(child, nil, 0)
  waitForLine()
  task.advance()
  task.end()
case "threads":
  let task = beginTask("Threads", total: 4_000_000)
  var threads: [pthread_t] = []
  for _ in 0..<4 {
    var thread = pthread_t()
    let argument = Unmanaged.passUnretained(task).toOpaque()
    let error = pthread_create(&thread, nil, countAMillion, argument)
    if error == 0 { threads.append(thread) }
  }
  for thread in threads { pthread_join(thread, nil) }
  say(task.completed)
  task.end()
case "many":
  let tasks = (1...20).map { beginTask("Many \($0)", total: 2) }
  waitForLine()
  tasks.forEach { $0.end() }
case "wrong":
  let task = beginTask(String(repeating: "long ", count: 200_000), total: -5)
  task.advance(by: .max)
  task.advance(by: .max)
  task.advance()
  say(task.completed > 0, task.total as Any)
  task.completed = -3
  say(task.completed)
  task.total = 10
  task.completed = 50
  task.setSubtitle("a\u{1B}[31mred\u{7}")
  waitForLine()
  task.total = 4
  task.end(.failed)
  task.end(.completed)
  task.advance()
  task.setSubtitle("after the end")
case "slow-calls":
  let task = beginTask("Slow calls", total: .max)
  waitForLine()
  let clock = ContinuousClock()
  var worst = Duration.zero
  let deadline = clock.now + .seconds(2)
  while clock.now < deadline {
    let start = clock.now
    task.advance()
    task.setSubtitle("x")
    worst = max(worst, clock.now - start)
  }
  say(worst < .milliseconds(500) ? "quick" : "slow: \(worst)")
  task.end()
default:
  say("no scenario \(scenario)")
  exit(64)
}
