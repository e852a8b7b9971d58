import HeadwayModel
import Testing

@testable import HeadwayMonitor

/// Each sort of card.
@Suite struct CardScreenTests {
  @Test("every ending has its words on the card")
  func everyEnding() {
    let model = MonitorModel(
      60, 16,
      [
        ended(1, "Build images", .completed),
        ended(2, "Run tests", .failed, status: .code(2)),
        ended(3, "Render", .failed, status: .signal(9)),
        ended(4, "Copy", .cancelled(by: .user)),
        ended(5, "Fetch", .cancelled(by: .terminal)),
        ended(6, "Pack", .cancelled(by: .question)),
        ended(7, "Index", .cancelled(by: .shutdown)),
        ended(8, "Scan", .expired(.stall)),
        ended(9, "Upload", .expired(.grace)),
        ended(10, "Train", .expired(.resource)),
        ended(11, "Worker", .lost),
      ])
    #expect(
      model.screen() == """
        Headway  3 failed · 8 ended

        ▌ ✓  1  Build images                       completed · 4m10s
          ✗  2  Run tests            failed with exit code 2 · 4m10s
          ✗  3  Render             failed: killed by SIGKILL · 4m10s
          ■  4  Copy                        cancelled by you · 4m10s
          ■  5  Fetch       interrupted (Ctrl-C or a signal) · 4m10s
          ■  6  Pack                stopped by you (stalled) · 4m10s
          ■  7  Index              cancelled by the shutdown · 4m10s
          ⧗  8  Scan             stopped by Headway: stalled · 4m10s
          ⧗  9  Upload   stopped by Headway: its time was up · 4m10s
          ⧗ 10  Train  stopped by Headway: the system ran low on me…
          ∅ 11  Worker                 lost: outcome unknown · 4m10s


        Enter details  l output  x dismiss  / filter  ? help  q quit
        """)
  }

  @Test("every live state")
  func everyLiveState() {
    let model = MonitorModel(
      60, 22,
      [
        task(1, "Starting", .starting), task(2, "Running"), task(3, "Paused", .paused),
        task(4, "Suspended", .suspended), task(5, "Cancelling", .cancelling),
        task(6, "Queued", .queued), task(7, "Next", .queued) { $0.terms.position = 2 },
        task(8, "Waiting") { $0.waitingForInput = .input },
        task(9, "Unseen") { $0.worker.foreground = false },
      ])
    #expect(
      model.screen() == """
        Headway  ▶4  ?1  ‖2  ◌2  ⊘1

        ▌ ? 8  Waiting                        waiting for your input
          ▷ 1  Starting                                     starting
          ▶ 2  Running                                       running
          ‖ 3  Paused                                         paused
          ☾ 4  Suspended                     suspended by the system
          ⊘ 5  Cancelling                                 cancelling
          ▶ 9  Unseen                           background · running
          ◌ 7  Next                              queued · position 2
          ◌ 6  Queued                                         queued










        Enter details  c cancel  l output  / filter   ? help  q quit
        """)
  }

  @Test("what isn't known is not shown")
  func partlyKnown() {
    let model = MonitorModel(
      60, 20,
      [
        task(1, "Only time") { $0.elapsed = .seconds(75) },
        task(2, "Only a count") { $0.measure(1234, of: nil, "files", rate: 0.2) },
        task(3, "A percentage") { $0.measure(4250, of: 10_000, "%", rate: 10) },
        task(4, "Bytes so far") { $0.measure(5_000_000, of: nil, "bytes", rate: 1e6) },
        task(5, "Nearly done") { $0.measure(9999, of: 10_000) },
      ])
    #expect(
      model.screen() == """
        Headway  5 running

        ▌ ▶ 1  Only time                             running · 1m15s

          ▶ 2  Only a count                                  running
               1234 files · 12/min

          ▶ 3  A percentage                                  running
               ▕█████       ▏  42%

          ▶ 4  Bytes so far                                  running
               4.7 MiB · 976.6 KiB/s

          ▶ 5  Nearly done                                   running
               ▕███████████▉▏  99%  9999/10000




        Enter details  c cancel  l output  / filter   ? help  q quit
        """)
  }

  @Test("the tool's rate is shown where the card has none of its own, and leaves no blank line")
  func rates() {
    let model = MonitorModel(
      60, 16,
      [
        task(1, "rsync") {
          $0.measure(59, of: 100, "%", rate: 2)
          $0.subtitle = "film.mkv · 4.98MB/s"
        },
        task(2, "loop") {
          $0.measure(86, of: 300, nil, rate: 9.9)
          $0.subtitle = "9.9it/s"
        },
        task(3, "curl") {
          $0.measure(1 << 20, of: 1 << 22, "B", rate: 1_048_576)
          $0.subtitle = "a/b.iso · 1024k/s · 1.0MB/s"
        },
      ])
    #expect(
      model.screen() == """
        Headway  3 running

        ▌ ▶ 1  rsync                                         running
        ▌      film.mkv · 4.98MB/s
        ▌      ▕███████     ▏  59%

          ▶ 2  loop                                          running
               ▕███▍        ▏  28%  86/300 · 9.9/s

          ▶ 3  curl                                          running
               a/b.iso
               ▕███         ▏  25%  1.0/4.0 MiB · 1.0 MiB/s



        Enter details  c cancel  l output  / filter   ? help  q quit
        """)
  }

  @Test("estimated units stand apart")
  func estimated() {
    let model = MonitorModel(
      60, 16,
      [
        task(1, "Export") {
          $0.measure(2, of: 10)
          $0.progress.estimatedFraction = 0.65
        }
      ])
    #expect(
      model.screen() == """
        Headway  1 running

        ▌ ▶ 1  Export                                        running
        ▌      ▕██▍░░░░     ▏  20%  2/10











        Enter details  c cancel  l output             ? help  q quit
        """)
  }

  @Test("a time limit is a second countdown beside the stall's, and stands while it isn't known")
  func timeLimit() {
    let limited = task(1, "Train") {
      $0.stall(expiresIn: .seconds(42))
      ($0.worker.timeLimit, $0.worker.timeLeft) = (.seconds(7200), .seconds(840))
    }
    let paused = task(2, "Encode", .paused) { $0.worker.timeLimit = .seconds(7200) }
    let model = MonitorModel(90, 16, [limited, paused])
    let screen = model.screen()
    #expect(screen.contains("2 h limit: 14 m left"), "\(screen)")
    #expect(screen.contains("expires in 42 s") && screen.split(separator: "limit:").count == 2)
    let later = Moment.start.advanced(by: .seconds(60))
    #expect(model.screen(at: later).contains("2 h limit: 13 m left"))
  }

  @Test("wide characters, marks and emoji keep the columns")
  func wideText() {
    let model = MonitorModel(
      40, 14,
      [
        task(1, "写真のバックアップを外付けディスクに取る"), task(2, "e\u{301}a\u{308}o\u{302} combining"),
        task(3, "👍🏽 👨\u{200D}👩\u{200D}👧 🇩🇪 ⚠️ done"), task(4, "한국어 제목 \u{1112}\u{1161}\u{11AB}"),
      ])
    #expect(
      model.screen() == """
        Headway  4 running
        ▌ ▶ 1  写真のバックアップを外…   running
          ▶ 2  éäô combining             running
          ▶ 3  👍 👨👩👧 🇩🇪 ⚠ done       running
          ▶ 4  한국어 제목 한            running








        Enter details  c cancel   ? help  q quit
        """)
  }

  @Test("an expanded card")
  func expanded() {
    var model = MonitorModel(
      80, 16,
      [
        task(7, "Nightly backup") {
          $0.measure(16, of: 100)
          $0.identifier = "com.example.backup.42"
          $0.command = ["rsync", "-a", "src/", "dst/"]
          $0.directory = "/home/u"
          $0.worker.pid = 4242
          $0.attempt = 2
          $0.startedAt = Moment.start.wall
        }
      ])
    model.happen(.keyPressed(.enter))
    #expect(
      model.screen() == """
        Headway  1 running

        ▌ ▶ 7  Nightly backup                                                    running
        ▌      ▕██▋              ▏  16%  16/100
        ▌      command    rsync -a src/ dst/
        ▌      directory  /home/u
        ▌      identifier com.example.backup.42
        ▌      key        00000000000000000000000000000007
        ▌      process    4242
        ▌      started    2026-01-31 09:05:00 UTC
        ▌      attempt    2
        ▌      [c] cancel  [l] output



        Enter close  c cancel  l output                                   ? help  q quit
        """)
  }

  @Test("a question in a low pane, expanded")
  func expandedQuestion() {
    var model = MonitorModel(40, 12, [assorted[0]])
    model.happen(.keyPressed(.enter))
    #expect(
      model.screen() == """
        Headway  1 running · 1 needs you
        ▌ ? 7  Nightly backup            stalled
        ▌   Nightly backup is 16% complete and
        ▌   has not advanced for 45 s. Continue
        ▌   or stop?
        ▌   [y] continue  [n] stop · 42s left
        ▌   key        0000000000000000000000000
        ▌              0000007
        ▌   [c] cancel  [l] output


        y continue  n stop        ? help  q quit
        """)
  }

  @Test("a question doesn't say a long title once more")
  func questionOfLongTitle() {
    let long = task(8, "Copy of the whole photo archive to the new disk") { $0.stall() }
    let screen = MonitorModel(60, 24, [long]).screen()
    #expect(screen.contains("It is 16% complete and has not advanced"), "\(screen)")
    #expect(
      TaskTable([long]).lines.last
        == "Task 8 is 16% complete and has not advanced for 45 s. Continue or stop? "
        + "(headway answer 8 continue|stop)")
  }

  @Test("all that a task waits for and was asked for, expanded, in as many lines as it takes")
  func expandedTerms() {
    var model = MonitorModel(60, 24, [queued])
    model.happen(.keyPressed(.enter))
    #expect(
      model.screen() == """
        Headway  1 queued

        ▌ ◌ 7  Train                       queued · waits for task 5
        ▌      waits for  task 5, until 22:00, AC power, a load
        ▌                 below 2, gpu, a free slot of ml
        ▌      group      ml
        ▌      needs      gpu
        ▌      after      5
        ▌      not before 2026-01-31 21:00:00 UTC
        ▌      when       load<2
        ▌      while      ac
        ▌      key        00000000000000000000000000000007
        ▌      attempt    2
        ▌      retry at   2026-01-31 09:05:00 UTC
        ▌      retries    2 left
        ▌      refresh    every 1 h
        ▌      [c] cancel






        Enter close  c cancel                         ? help  q quit
        """)
  }

  @Test("on a tiny screen what it waits for stands below its name")
  func expandedTermsTiny() {
    var model = MonitorModel(20, 7, [queued])
    model.happen(.keyPressed(.enter))
    #expect(
      model.screen() == """
        Headway  1 queued
        ▌◌ 7 Train    queued
        ▌  waits for
        ▌   task 5, until
        ▌   22:00, AC power,
        ▌   a load below 2,
        Enter close  j more
        """)
  }

  private var queued: TaskSnapshot {
    task(7, "Train", .queued) {
      $0.terms.blockedOn = "task 5"
      $0.group = "ml"
      $0.terms.needs = ["gpu": 1]
      $0.attempt = 2
      $0.terms.waitsFor = [
        "task 5", "until 22:00", "AC power", "a load below 2", "gpu", "a free slot of ml",
      ]
      $0.terms.after = [TaskNumber(5)].compactMap { $0 }
      $0.terms.earliest = WallTime("2026-01-31T21:00:00Z")
      $0.terms.conditions = ["load<2"]
      $0.terms.whileConditions = ["ac"]
      $0.terms.retries = 2
      $0.terms.retriesAt = Moment.start.wall
      $0.terms.refresh = .seconds(3600)
    }
  }
}
