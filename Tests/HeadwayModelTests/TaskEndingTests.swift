import Glibc
import HeadwayModel
import Testing

/// The words of an end.
@Suite struct TaskEndingTests {
  @Test(
    "a signal is named unless it may be Ctrl-C",
    arguments: [
      (nil, "interrupted (Ctrl-C or a signal)"),
      (HeadwayModel.ExitStatus.signal(SIGINT), "interrupted (Ctrl-C or a signal)"),
      (.signal(SIGTERM), "cancelled by a signal (SIGTERM)"),
      (.signal(60), "cancelled by a signal (60)"),
    ])
  func interruption(_ status: HeadwayModel.ExitStatus?, _ words: String) {
    #expect(TaskEnding(reason: .cancelled(by: .terminal), status: status).sentence == words)
  }
}
