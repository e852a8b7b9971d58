import HeadwayLanguages
import HeadwayModel
import TestClocks
import Testing

@testable import HeadwayMonitor

/// The monitor for a reader of Japanese. All titles, names and outputs in these tests are without
/// Latin words, so that a Latin word on a screen is one that nobody translated.
@Suite("The monitor in Japanese") struct LanguageTests {
  @Test("no English word is left on a screen", arguments: JapaneseScreen.allCases)
  func isTranslated(_ screen: JapaneseScreen) {
    // The widest one has output beside the list.
    for (columns, rows) in [(150, 70), (120, 70), (46, 24)] {
      let size = CanvasSize(columns: columns, rows: rows)
      MessageCatalog.japanese.during {
        for model in screen.models(size) {
          let lines = render(model, at: .start).lines
          #expect(englishWords(in: lines) == [], "\(lines.joined(separator: "\n"))")
        }
      }
    }
  }

  @Test(
    "the answer to a key that does nothing is translated, whatever is selected",
    arguments: KeyTable.standard.rows(in: .cards).flatMap(\.keys).map(PressedKey.init))
  func refusals(_ pressed: PressedKey) {
    MessageCatalog.japanese.during {
      let size = CanvasSize(columns: 130, rows: 24)
      let alone = [
        task(1, "写し"), task(2, "写し", .queued), task(3, "写し", .cancelling),
        ended(4, "写し", .completed),
      ].map { [$0] }
      for tasks in [[]] + alone {
        var model = MonitorModel(size.columns, size.rows, tasks)
        model.happen(.keyPressed(pressed.key))
        let lines = render(model, at: .start).lines
        #expect(englishWords(in: lines) == [], "\(lines.joined(separator: "\n"))")
      }
    }
  }

  @Test("the plain lines, the table, the sheet and the status line are translated")
  func linesAreTranslated() {
    MessageCatalog.japanese.during {
      let tasks = JapaneseScreen.everything + [JapaneseScreen.detailed, JapaneseScreen.waiting]
      let context = TableContext(now: Moment.start.wall) { _ in "14:03" }
      var plain = PlainLines()
      let lines =
        tasks.flatMap { plain.lines(for: .taskChanged($0), at: Moment.start.wall) }
        + JapaneseScreen.links.flatMap { plain.lines(for: .linkChanged($0), at: Moment.start.wall) }
        + TaskTable(tasks, layout: TaskColumn.allCases, context: context).lines
        + TaskTable([]).lines + tasks.flatMap { TaskSheet($0, context: context).lines }
      #expect(englishWords(in: lines) == [], "\(lines.joined(separator: "\n"))")
      var summary = HubSummary()
      for task in tasks { summary.add(task) }
      #expect(englishWords(in: [StatusLine(summary, unreached: 1).plain]) == [])
    }
  }

  @Test("what a program reads is English, in every language")
  func programsReadEnglish() throws {
    var summary = HubSummary()
    for task in JapaneseScreen.everything { summary.add(task) }
    let line = StatusLine(summary)
    let template = try StatusTemplate("{text}")
    let (json, text) = (line.json, line.filling(template))
    let manual = KeyTable.standard.manual
    MessageCatalog.japanese.during {
      #expect(line.json == json && line.filling(template) == text)
      #expect(line.plain != text)
      #expect(KeyTable.standard.manual.list == manual.list)
      #expect(KeyTable.standard.manual.output == manual.output)
    }
  }

  @Test("tasks are in the same order in every language")
  func order() {
    let tasks = JapaneseScreen.everything
    let english = tasks.sorted { TaskColumn.state.isOrdered($0, $1) }
    let japanese = MessageCatalog.japanese.during {
      tasks.sorted { TaskColumn.state.isOrdered($0, $1) }
    }
    #expect(japanese == english)
  }

  @Test(
    "no row is wider than the screen, also where the words are longer than those of today",
    arguments: JapaneseScreen.allCases)
  func fits(_ screen: JapaneseScreen) {
    let longer = MessageCatalog.japanese.changing { "［\($0)］" }
    for (catalog, size) in Self.sizes.flatMap({ [(MessageCatalog.japanese, $0), (longer, $0)] }) {
      catalog.during {
        for model in screen.models(size) {
          let lines = render(model, at: .start).lines
          #expect(lines.count == size.rows)
          #expect(
            lines.allSatisfy { cellWidth($0) <= size.columns }, "\(lines.joined(separator: "\n"))")
        }
      }
    }
  }

  @Test("no line of the table is wider than the terminal", arguments: 1...120)
  func tableFits(columns: Int) {
    MessageCatalog.japanese.during {
      let lines = TaskTable(JapaneseScreen.everything, columns: columns).lines
      #expect(lines.allSatisfy { cellWidth($0) <= columns }, "\(lines.joined(separator: "\n"))")
    }
  }

  @Test("the state of the selected card is visible on every screen", arguments: Self.sizes)
  func stateIsVisible(_ size: CanvasSize) {
    MessageCatalog.japanese.during {
      let states = TaskState.allCases.filter { $0 != .ended }
      for state in states {
        let model = MonitorModel(size.columns, size.rows, [task(7, "夜間バックアップ", state)])
        #expect(model.screen().contains(state.words), "\(model.screen())")
      }
      // A wider screen says more of an end than a word.
      guard size.columns <= 30 else { return }
      let reasons: [EndReason] = [
        .completed, .failed, .cancelled(by: .user), .expired(.stall), .lost,
      ]
      for reason in reasons {
        let model = MonitorModel(size.columns, size.rows, [ended(7, "夜間バックアップ", reason)])
        #expect(model.screen().contains(reason.word.words), "\(model.screen())")
      }
    }
  }

  @Test("the labels of details have a column of their own")
  func labels() {
    MessageCatalog.japanese.during {
      let model = JapaneseScreen.opened(
        CanvasSize(columns: 80, rows: 60), JapaneseScreen.detailed)
      let starts = render(model, at: .start).lines.compactMap { line in
        line.contains(" a.b") || line.contains(" 4711") ? line.cells(before: "a.b", "4711") : nil
      }
      #expect(starts.count == 2 && Set(starts).count == 1, "\(model.screen())")
    }
  }

  private static let sizes = [(80, 24), (60, 15), (40, 10), (30, 8), (20, 5)].map {
    CanvasSize(columns: $0, rows: $1)
  }
}

/// A key as an argument of a test.
struct PressedKey: CustomTestStringConvertible, Sendable {
  let key: Key

  var testDescription: String { key.name(.unicode) }
}

/// The words that stand in Latin letters on a Japanese screen.
private let latinWords: Set<String> = [
  // The program, and its command lines, which a person types as they are.
  "Headway", "headway", "answer", "attach", "continue", "doctor", "env", "help", "history", "hosts",
  "list", "resume", "run", "show", "start", "stop", "submit", "tty", "watch",
  // The example of a command line on the empty screen, and the place for a command.
  "rsync", "src", "dst", "COMMAND",
  // The names of keys, as they are printed on keyboards in Japan.
  "Backspace", "Ctrl", "End", "Enter", "Esc", "Home", "PgDn", "PgUp", "Space", "Tab",
  // Units, and headings that are abbreviations everywhere.
  "CPU", "GiB", "KiB", "MiB", "PID", "UTC", "min",
  // Words that a person types into a filter.
  "build", "com", "command", "ended", "group", "host", "key", "live", "lost", "night", "queued",
  "reason", "since", "stalled", "state", "title", "word",
  // Programs, resources and limits by their names: ssh, gpu, nice(1), RLIMIT_NOFILE.
  "ssh", "gpu", "gpus", "nice", "nofile", "Slurm",
  // The signals of signal(7).
  "SIGHUP", "SIGINT", "SIGKILL", "SIGTERM",
]

/// The words of three Latin letters or more that nobody has translated. A word may be cut at the
/// end of a row, so that the beginning of a word counts as the word.
private func englishWords(in lines: [String]) -> [String] {
  lines.flatMap { $0.split { !($0.isASCII && $0.isLetter) } }.map(String.init).filter { word in
    word.count >= 3 && !latinWords.contains { $0.hasPrefix(word) }
  }
}

extension String {
  /// The number of cells before the first of these texts.
  fileprivate func cells(before texts: String...) -> Int? {
    texts.compactMap { firstRange(of: $0)?.lowerBound }.min().map { cellWidth(self[..<$0]) }
  }
}
