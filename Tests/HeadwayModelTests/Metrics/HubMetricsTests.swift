import HeadwayModel
import Testing

/// Numbers for monitoring systems.
@Suite("Metrics")
struct HubMetricsTests {
  private static let now = WallTime(millisecondsSinceEpoch: 2_000_000_500)

  private func task(
    _ number: Int, _ state: TaskState, identifier: String? = nil, ending: TaskEnding? = nil
  ) throws -> TaskSnapshot {
    var task = TaskSnapshot(
      number: try #require(TaskNumber(number)), key: TaskKey(high: 0, low: UInt64(number)),
      title: "secret title", state: state)
    task.identifier = identifier.map { SanitisedText($0) }
    task.ending = ending
    return task
  }

  private func lines(_ metrics: HubMetrics, _ format: MetricsFormat = .prometheus) -> [String] {
    metrics.text(in: format).split(separator: "\n").map(String.init)
  }

  @Test("tasks are counted by state and group, and titles are nowhere")
  func counts() throws {
    var metrics = HubMetrics()
    var waiting = try task(1, .queued)
    waiting.queuedAt = Self.now.advanced(by: .seconds(-90))
    waiting.group = "ml\"\\"
    var other = waiting
    other.queuedAt = Self.now.advanced(by: .seconds(5))
    metrics.add(waiting, at: Self.now)
    metrics.add(other, at: Self.now)
    metrics.add(try task(3, .running), at: Self.now)
    metrics.ends = [.failed: 3]
    let lines = lines(metrics)
    #expect(lines.contains(#"headway_tasks{state="queued",group="ml\"\\"} 2"#))
    #expect(lines.contains(#"headway_tasks{state="running",group=""} 1"#))
    #expect(lines.contains("headway_queue_oldest_seconds 90"))
    #expect(lines.contains("# TYPE headway_task_ended_total counter"))
    #expect(lines.contains(#"headway_task_ended_total{reason="failed"} 3"#))
    #expect(lines.contains(#"headway_task_ended_total{reason="lost"} 0"#))
    #expect(lines.contains("headway_hub_up 1") && lines.contains("headway_tasks_needing_you 0"))
    #expect(!metrics.text(in: .prometheus).contains("secret"))
  }

  @Test("OpenMetrics has the family without _total, and an end")
  func openMetrics() {
    let lines = lines(HubMetrics(), .openmetrics)
    #expect(lines.contains("# TYPE headway_task_ended counter"))
    #expect(lines.contains(#"headway_task_ended_total{reason="completed"} 0"#))
    #expect(lines.last == "# EOF")
  }

  @Test("an identifier has its present run, and its last one from the list or the record")
  func runs() throws {
    var metrics = HubMetrics()
    var running = try task(9, .running, identifier: "backup")
    (running.progress.fraction, running.progress.eta) = (0.25, .milliseconds(1_500))
    metrics.add(running, at: Self.now)
    let recorded = RecordedRun(
      identifier: "backup", endedAt: Self.now.advanced(by: .seconds(-50)), elapsed: .seconds(7),
      exitCode: 3, succeededAt: Self.now.advanced(by: .seconds(-500)))
    metrics.add(recorded)
    var lines = lines(metrics)
    #expect(lines.contains(#"headway_run_running{id="backup"} 1"#))
    #expect(lines.contains(#"headway_run_progress_ratio{id="backup"} 0.25"#))
    #expect(lines.contains(#"headway_run_eta_seconds{id="backup"} 1.5"#))
    #expect(lines.contains(#"headway_run_last_exit_code{id="backup"} 3"#))
    #expect(lines.contains(#"headway_run_last_duration_seconds{id="backup"} 7"#))
    #expect(
      lines.contains(#"headway_run_last_success_timestamp_seconds{id="backup"} 1999500.5"#))

    var ended = try task(
      10, .ended, identifier: "backup", ending: TaskEnding(reason: .completed))
    (ended.endedAt, ended.elapsed) = (Self.now, .seconds(8))
    metrics.add(ended, at: Self.now)
    metrics.add(recorded)
    lines = self.lines(metrics)
    #expect(lines.contains(#"headway_run_last_exit_code{id="backup"} 0"#))
    #expect(lines.contains(#"headway_run_last_duration_seconds{id="backup"} 8"#))
    #expect(
      lines.contains(#"headway_run_last_success_timestamp_seconds{id="backup"} 2000000.5"#))
  }

  @Test("a sensitive task counts, and its identifier is nowhere")
  func sensitive() throws {
    var metrics = HubMetrics()
    var task = try task(1, .running, identifier: "com.example.secret")
    task.sensitive = true
    metrics.add(task, at: Self.now)
    #expect(lines(metrics).contains(#"headway_tasks{state="running",group=""} 1"#))
    #expect(!metrics.text(in: .prometheus).contains("secret"))
  }

  @Test("labels are bounded, and the text says how many are left out")
  func limit() throws {
    var metrics = HubMetrics()
    for number in 1...HubMetrics.labelLimit + 5 {
      metrics.add(try task(number, .running, identifier: "job-\(number)"), at: Self.now)
    }
    #expect(metrics.runs.count == HubMetrics.labelLimit)
    #expect(lines(metrics).contains("headway_labels_left_out 5"))
    #expect(lines(metrics).contains(#"headway_tasks{state="running",group=""} 1005"#))
  }
}
