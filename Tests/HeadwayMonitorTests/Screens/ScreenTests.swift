import HeadwayModel
import Testing

@testable import HeadwayMonitor

/// Whole screens at the sizes that matter.
@Suite struct ScreenTests {
  @Test("a normal day at 80×24")
  func normalDay() {
    let model = MonitorModel(80, 24, assorted)
    #expect(
      model.screen() == """
        Headway  4 running · 2 need you · 1 queued · 1 cancelling · 1 failed · 1 ended

        ▌ ?  7  Nightly backup                                                   stalled
        ▌       Nightly backup is 16% complete and has not advanced for 45 s. Continue
        ▌       or stop?
        ▌       [y] continue  [n] stop · expires in 42 s

          ? 12  Login to server                             waiting for a password · 12s

          ▶  8  Encode holiday.mp4                                  background · running
                video · second pass
                ▕██████▊░         ▏  39%  1.1/3.0 GiB · 12.0 MiB/s · 2m33s left     2m3s

          ▶  9  写真のバックアップ 📷                                            running
                ▕█████████▉       ▏  58%  300 of 512+ files                           9s

          ⊘ 10  Sync café notes                                               cancelling
                ▕██████████▊      ▏  63%                                            1h1m

          ◌ 11  Train resnet                                      queued · waits for gpu
          ✗  4  Run tests                                failed with exit code 2 · 4m10s
          ✓  3  Build images                                           completed · 4m10s

        y continue  n stop  Tab next question  Enter details  c cancel    ? help  q quit
        """)
  }

  @Test("the same at 40×10")
  func narrowAndLow() {
    let model = MonitorModel(40, 10, assorted)
    #expect(
      model.screen() == """
        ▶4  ?2  ◌1  ⊘1  ✗1  ✓1          1-5 of 8
        ▌ ?  7  Nightly backup           stalled
        ▌   Stuck for 45 s · 42s left
          ? 12  Login t…  waiting for a password
          ▶  8  Encode holiday.mp4       running
            ▕███▏    ▏  39%  2m33s left     2m3s
          ▶  9  写真のバックアップ 📷    running
            ▕████▋   ▏  58%                   9s
          ⊘ 10  Sync café notes       cancelling
        y continue  n stop        ? help  q quit
        """)
  }

  @Test("the same at 20×5")
  func tiny() {
    let model = MonitorModel(20, 5, assorted)
    #expect(
      model.screen() == """
        ▶4  ?2  ◌1  ⊘1  ✗1…
        ▌?  7 Nig…  42s left
        ▌  Stuck for 45 s
         ? 12 Log…  password
        y continue  n stop
        """)
  }

  @Test("a pane of three lines")
  func threeLines() {
    let model = MonitorModel(80, 3, assorted)
    #expect(
      model.screen() == """
        Headway  ▶4  ?2  ◌1  ⊘1  ✗1  ✓1                                         1-2 of 8
        ▌ ?  7  Nightly backup                                continue or stop? 42s left
          ? 12  Login to server                                   waiting for a password
        """)
  }

  @Test("one line a task where the settings say so")
  func oneLineATask() {
    let model = MonitorModel(80, 12, assorted, settings: MonitorSettings(density: .line))
    #expect(
      model.screen() == """
        Headway  4 running · 2 need you · 1 queued · 1 cancelling · 1 failed · 1 ended
        ▌ ?  7  Nightly backup                                continue or stop? 42s left
          ? 12  Login to server                                   waiting for a password
          ▶  8  Encode holiday.mp4                    ▕█████▌░       ▏  39%  2m33s left
          ▶  9  写真のバックアップ 📷                 ▕████████▏     ▏  58%
          ⊘ 10  Sync café notes                                        cancelling · 1h1m
          ◌ 11  Train resnet                                      queued · waits for gpu
          ✗  4  Run tests                                failed with exit code 2 · 4m10s
          ✓  3  Build images                                           completed · 4m10s


        y continue  n stop  Tab next question  Enter details  c cancel    ? help  q quit
        """)
  }

  @Test("a terminal without UTF-8 gets ASCII marks")
  func ascii() {
    let model = MonitorModel(
      80, 24, [assorted[0], assorted[1], assorted[3]] + assorted[5...],
      settings: MonitorSettings(glyphs: .ascii))
    #expect(
      model.screen() == """
        Headway  3 running - 2 need you - 1 cancelling - 1 failed - 1 ended

        | ?  7  Nightly backup                                                   stalled
        |       Nightly backup is 16% complete and has not advanced for 45 s. Continue
        |       or stop?
        |       [y] continue  [n] stop - expires in 42 s

          ? 12  Login to server                             waiting for a password - 12s

          >  8  Encode holiday.mp4                                  background - running
                video - second pass
                [######--         ]  39%  1.1/3.0 GiB - 12.0 MiB/s - 2m33s left     2m3s

          ! 10  Sync café notes                                               cancelling
                [##########       ]  63%                                            1h1m

          x  4  Run tests                                failed with exit code 2 - 4m10s
          +  3  Build images                                           completed - 4m10s





        y continue  n stop  Tab next question  Enter details  c cancel    ? help  q quit
        """)
  }
}
