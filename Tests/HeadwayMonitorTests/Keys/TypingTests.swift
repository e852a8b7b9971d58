import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite struct TypingTests {
  private let asking = task(7, "Copy") {
    ($0.waitingForInput, $0.worker.isAttachable) = (.input, true)
  }

  @Test("i types a line to the selected task; every key is part of it until Enter")
  func sends() {
    var model = MonitorModel(80, 24, [asking])
    #expect(model.screen().contains("i type a line"))
    #expect(model.press("iyqc?") == [])
    #expect(model.mode == .typing && model.screen().contains("7>yqc?"))
    #expect(model.happen(.keyPressed(.enter)) == [.type(key(7), asking.number, "yqc?")])
    #expect(model.mode == .cards)
  }

  @Test("Esc drops the line, Backspace and Ctrl-U edit it, a paste goes into it")
  func edits() {
    var model = MonitorModel(80, 24, [asking])
    model.press("iab")
    model.happen(.keyPressed(.backspace))
    model.happen(.pasted("c"))
    #expect(model.typing?.text == "ac")
    model.happen(.keyPressed(.control("u")))
    #expect(model.typing?.text == "")
    model.happen(.keyPressed(.escape))
    #expect(model.typing == nil && model.mode == .cards)
  }

  @Test("a password isn't shown")
  func password() {
    let login = task(7, "Login") {
      ($0.waitingForInput, $0.worker.isAttachable) = (.password, true)
    }
    var model = MonitorModel(80, 24, [login])
    model.press("ihunter2")
    #expect(model.screen().contains("7>*******") && !model.screen().contains("hunter2"))
    #expect(model.happen(.keyPressed(.enter)) == [.type(key(7), login.number, "hunter2")])
  }

  @Test("a task without a terminal takes no line, and the line goes with its task")
  func refused() {
    var model = MonitorModel(80, 24, [task(8, "Job"), asking])
    model.press("gj")
    #expect(model.press("i") == [] && model.mode == .cards)
    #expect(model.screen().contains("8 has no terminal to attach to. l: output"))
    model.press("gix")
    model.happen(.taskChanged(ended(7, "Copy", .completed)))
    #expect(model.mode == .cards)
  }

  @Test("a line has a limit")
  func limit() {
    var model = MonitorModel(80, 24, [asking])
    model.press("i" + String(repeating: "x", count: 3000))
    #expect(model.typing?.text.utf8.count == 1024)
  }
}
