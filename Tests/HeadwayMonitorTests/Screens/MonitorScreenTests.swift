import HeadwayModel
import Testing

@testable import HeadwayMonitor

/// What the monitor says itself.
@Suite struct MonitorScreenTests {
  @Test("a monitor without a task says what to do")
  func empty() {
    let model = MonitorModel(60, 9, [])
    #expect(
      model.screen() == """
        Headway


                            No tasks. Start one:

                     headway run -- rsync -a src/ dst/


                                                      ? help  q quit
        """)
  }

  @Test("no task in a narrow pane")
  func emptyAndNarrow() {
    let model = MonitorModel(20, 7, [])
    #expect(
      model.screen() == """
        Headway
        No tasks. Start one:

        headway run -- rsync
            -a src/ dst/

        ? help  q quit
        """)
  }

  @Test("before the first snapshot")
  func connecting() {
    var model = MonitorModel()
    model.happen(.resized(CanvasSize(columns: 60, rows: 5)))
    #expect(
      model.screen() == """
        Headway                                           connecting



                                                      ? help  q quit
        """)
  }

  @Test("the hub is gone")
  func reconnecting() {
    var model = MonitorModel(60, 8, [assorted[1]])
    model.happen(.linkChanged(.reconnecting))
    #expect(
      model.screen() == """
        Headway  1 running                    hub gone, reconnecting
        ▌ ▶ 8  Encode holiday.mp4               background · running
        ▌      ▕████▊░      ▏  39%  1.1/3.0 GiB · 2m33s left    2m3s




        Enter details  c cancel  l output             ? help  q quit
        """)
  }

  @Test("a cancel is asked for")
  func cancelPrompt() {
    var model = MonitorModel(60, 8, [assorted[1]])
    model.press("c")
    #expect(
      model.screen() == """
        Headway  1 running
        ▌ ▶ 8  Encode holiday.mp4               background · running
        ▌      ▕████▊░      ▏  39%  1.1/3.0 GiB · 2m33s left    2m3s




        Cancel 8 'Encode holiday.mp4'?                   y yes  n no
        """)
  }

  @Test("the footer offers the kill once a cancel is under way")
  func killIsOffered() {
    var model = MonitorModel(80, 24, [task(1, "Copy")])
    #expect(!model.screen().contains("kill at once"))
    model.happen(.taskChanged(task(1, "Copy", .cancelling)))
    #expect(model.screen().contains("C kill at once"))
  }

  @Test("a kill is asked for where there was no footer")
  func killPrompt() {
    var model = MonitorModel(40, 3, [assorted[1]])
    model.press("C")
    #expect(
      model.screen() == """
        Headway  1 running
        ▌ ▶ 8  Encode holiday…   39%  2m33s left
        Kill 8 'Encode holiday.mp4…  y yes  n no
        """)
  }

  @Test(
    "the columns beside a text stay, whatever script it is in",
    arguments: [
      "גיבוי לילי של כל התיקיות", "نسخ احتياطي لكل المجلدات", "می‌خواهم", "夜間バックアップ（全て）",
      "e\u{301}te\u{301}",
      "👩‍👩‍👧‍👦 🇩🇪 👍🏽", "हिन्दी में शीर्षक", "ไทยภาษา",
    ])
  func columnsOfAnyScript(_ title: String) {
    for columns in [40, 60, 120] {
      let tasks = [title, "Plain"].enumerated().map { index, title in
        task(index + 1, title) {
          $0.subtitle = SanitisedText(title)
          $0.measure(42, of: 100)
          $0.elapsed = .seconds(75)
        }
      }
      let canvas = render(MonitorModel(columns, 12, tasks), at: .start)
      let rows = (0..<12).map { row in (0..<columns).map { canvas[row: row, column: $0].text } }
      let ends = rows.map { $0.suffix(8).joined() }
      #expect(ends.count { $0 == " running" } == 2, "\(columns): \(ends)")
      #expect(ends.count { $0 == "   1m15s" } == 2, "\(columns): \(ends)")
    }
  }

  @Test("on the smallest screen the question still says of which task")
  func narrowPrompts() {
    var model = MonitorModel(20, 5, [assorted[1]])
    model.press("c")
    #expect(model.screen().hasSuffix("\nCancel 8?        y n"))
    model.press("nC")
    #expect(model.screen().hasSuffix("\nKill 8?          y n"))
  }

  @Test("a request failed")
  func notice() {
    var model = MonitorModel(60, 8, [assorted[1]])
    model.happen(.requestFailed("7 has ended already"))
    #expect(
      model.screen() == """
        Headway  1 running
        ▌ ▶ 8  Encode holiday.mp4               background · running
        ▌      ▕████▊░      ▏  39%  1.1/3.0 GiB · 2m33s left    2m3s




        7 has ended already
        """)
  }

  @Test("a longer refusal is said to its end, over the cards")
  func longNotice() {
    var model = MonitorModel(40, 8, [assorted[1]])
    model.happen(
      .requestFailed(
        "task 8 wasn't submitted to the queue, and its environment isn't known; submit it: (cd /home/u && headway submit -- rsync -a src dst)"
      ))
    #expect(
      model.screen() == """
        Headway  1 running
        ▌ ▶ 8  Encode holiday.mp4        running
        ▌   ▕███▏    ▏  39%  2m33s left     2m3s

        task 8 wasn't submitted to the queue,
        and its environment isn't known; submit
        it: (cd /home/u && headway submit --
        rsync -a src dst)
        """)
    model.press("g")
    #expect(model.screen().contains("? help  q quit"))
  }

  @Test("the help lists every key")
  func help() {
    var model = MonitorModel(80, 24, assorted)
    model.press("?")
    #expect(
      model.screen() == """
        Headway  4 running · 2 need you · 1 queued · 1 cancelling · 1 failed · 1 ended

          y           continue                    G End       last
          n           stop                        PgDn        page down
          Tab         next question               PgUp        page up
          Enter       details                     ?           help
          a           attach                      Ctrl-L      redraw
          i           type a line                 Ctrl-Z      suspend
          Space       pause/resume                q Ctrl-C    quit
          c           cancel                      ▶           running
          C           kill at once                ?           needs you
          l           output                      ‖           paused
          x           dismiss                     ☾           suspended by the system
          r           restart                     ◌           queued
          R           restart at once             ▷           starting
          A           dismiss all ended           ⊘           cancelling
          u           undo                        ✓           completed
          m           mark                        ✗           failed
          M           mark all shown              ■           cancelled
          V           mark a range                ⧗           stopped by Headway
          Esc         unmark, show all            ∅           lost: outcome unknown
          /           filter                      state:ended or live, stalled, queued

        ? back                                                                    j more
        """)
  }

  @Test("the help in a low pane")
  func lowHelp() {
    var model = MonitorModel(80, 8, [assorted[1]])
    model.press("?")
    #expect(
      model.screen() == """
        Headway  1 running
          y           continue                    G End       last
          n           stop                        PgDn        page down
          Tab         next question               PgUp        page up
          Enter       details                     ?           help
          a           attach                      Ctrl-L      redraw
          i           type a line                 Ctrl-Z      suspend
        ? back                                                                    j more
        """)
  }

  @Test("the help in the smallest pane is scrolled through")
  func smallestHelp() {
    var model = MonitorModel(20, 5, [assorted[1]])
    model.press("?")
    #expect(
      model.screen() == """
        Headway  1 running
          y        continue
          n        stop
          Tab      next que…
        ? back  j more
        """)
    model.press("jjk")
    #expect(model.screen().contains("n        stop\n") && !model.screen().contains("y        "))
    model.press(String(repeating: "j", count: 120))
    #expect(model.screen().hasSuffix("key:a,b  either m…\n? back"))
    model.press("k")
    #expect(model.screen().contains("host:bu… another…\n"))
    model.press("??")
    #expect(model.screen().contains("y        continue"))
  }

  @Test("g and G go to either end of the help, where the footer offers no more")
  func helpEnds() {
    var model = MonitorModel(80, 24, assorted)
    model.press("?G")
    #expect(model.screen().contains("either matches") && model.screen().hasSuffix("\n? back"))
    model.press("z")
    #expect(model.screen().hasSuffix("\nz does nothing here."))
    model.press("g")
    #expect(model.screen().contains("y           continue"))
    #expect(model.screen().hasSuffix("j more"))
    model.happen(.keyPressed(.end))
    #expect(model.screen().contains("either matches"))
    model.happen(.keyPressed(.home))
    #expect(model.screen().contains("y           continue"))
  }

  @Test("the help of the output shows its keys whole", arguments: [(120, 40), (80, 24)])
  func outputHelp(columns: Int, rows: Int) {
    var model = MonitorModel(columns, rows, assorted)
    model.press("l?")
    #expect(model.screen().contains("  PgDn Space Ctrl-F page down"))
    #expect(model.screen().contains("  PgUp b Ctrl-B     page up"))
  }
}
