import HeadwayModel
import TestClocks

@testable import HeadwayMonitor

/// The screens of the monitor.
enum JapaneseScreen: CaseIterable, Sendable {
  case list, orders, details, question, prompts, notices, filter, help, log, hosts, empty, folded

  /// Models that show the screen at a size.
  func models(_ size: CanvasSize) -> [MonitorModel] {
    switch self {
    case .list: [Self.model(size, Self.everything)]
    case .orders:
      (1...7).map { Self.model(size, Self.everything, String(repeating: "s", count: $0) + "hVj") }
    case .details:
      [Self.detailed, Self.waiting, Self.everything[1]].map { Self.opened(size, $0) }
    case .question: Self.questions.map { Self.model(size, [$0]) }
    case .prompts:
      ["c", "C", "gMc", "gMC"].map { Self.model(size, Self.pair, $0) }
        + [
          Self.model(size, [Self.success], "r"),
          Self.model(size, Self.questions, "/数", then: .enter, "n"),
        ]
    case .notices:
      ["cy", "cyu", "gMcy", "gMcyu"].map { Self.model(size, Self.pair, $0) }
        + ["x", "xu"].map { Self.model(size, [Self.success], $0) }
        + ["n", "nu"].map { Self.model(size, [Self.questions[0]], $0) }
    case .filter: ["/", "/数", "/zz"].map { Self.model(size, Self.everything, $0) }
    case .help: [Self.model(size, Self.everything, "?"), Self.model(size, Self.pair, "l?")]
    case .log: Self.logs(size)
    case .hosts: Self.links.map { Self.hosts(size, $0) }
    case .empty: [Self.model(size, [])] + Self.links.map { Self.lost(size, $0) }
    case .folded:
      [
        Self.model(size, Self.array), Self.model(size, Self.family),
        Self.model(size, Self.family, "g", then: .left),
        Self.model(size, Self.family, "sssg", then: .left),
      ]
    }
  }

  /// The states of a connection.
  static let links: [LinkState] = [
    .connecting, .silent(since: Moment.start.running - .seconds(75)), .reconnecting, .failing,
    .goodbye, .unreachable("応答なし"), .refused("拒否"), .loginNeeded("鍵なし"), .connected,
  ]

  private static func model(
    _ size: CanvasSize, _ tasks: [TaskSnapshot], _ keys: String = "", then key: Key? = nil,
    _ others: String = ""
  ) -> MonitorModel {
    var model = MonitorModel(size.columns, size.rows, tasks)
    model.press(keys)
    if let key { model.happen(.keyPressed(key)) }
    model.press(others)
    return model
  }

  /// A model that shows the details of a task, with its output and the resources that it uses.
  static func opened(_ size: CanvasSize, _ task: TaskSnapshot) -> MonitorModel {
    var model = model(size, [task], "", then: .enter)
    // The first key unfolds the array of a part.
    if task.terms.array != nil { model.happen(.keyPressed(.enter)) }
    model.happen(
      .measured([task.card: ResourceUse(cores: 1.5, bytes: 512 << 20, processCount: 3)]))
    model.happen(.outputBegan(task.card, isCut: false))
    model.happen(.output(task.card, Array("出力1\n出力2\n".utf8)))
    return model
  }

  private static func logs(_ size: CanvasSize) -> [MonitorModel] {
    let missing = model(size, [pair[0]], "l")
    var waiting = model(size, [waiting], "l")
    waiting.happen(.outputMissing(Self.waiting.card))
    var shown = missing
    shown.happen(.outputBegan(pair[0].card, isCut: true))
    let lines = (1...90).map { "行\($0)\n" }.joined()
    shown.happen(.output(pair[0].card, Array(lines.utf8)))
    let later = ["gj", "gvjj", "vy", "gvjjy", "f", "#", "/行9", "/無", "nN", "qx"].map { keys in
      var model = shown
      model.press(keys)
      if keys.hasPrefix("/") { model.happen(.keyPressed(.enter)) }
      return model
    }
    return [missing, waiting, shown] + later
  }

  /// A model of this machine and of two others, the first of which is in a state.
  private static func hosts(_ size: CanvasSize, _ link: LinkState) -> MonitorModel {
    var settings = MonitorSettings()
    settings.hosts = [nil, HostName("b1"), HostName("b2")]
    settings.timeOfDay = { _ in "14:03" }
    settings.machineName = "机"
    settings.version = "1.0"
    var model = MonitorModel(size.columns, size.rows, pair, settings: settings)
    let host = HostPlace(1)
    model.happen(.linkChanged(.connected, of: host))
    model.happen(.greeted("1.1", of: host))
    model.happen(.snapshotStarted(of: host))
    for var task in everything {
      task.host = HostName("b1")
      model.happen(.taskChanged(task, of: host))
    }
    model.happen(.snapshotEnded(of: host))
    if link != .connected { model.happen(.linkChanged(link, of: host)) }
    return model
  }

  private static func lost(_ size: CanvasSize, _ link: LinkState) -> MonitorModel {
    var model = model(size, [])
    model.happen(.linkChanged(link))
    return model
  }
}

extension JapaneseScreen {
  /// Tasks in every state, and ends for every reason.
  static let everything: [TaskSnapshot] =
    questions + [
      task(11, "動画の変換") {
        $0.subtitle = "2回目"
        $0.measure(1_288_490_188, of: 3_221_225_472, "B", rate: 12_582_912, eta: .seconds(153))
        $0.progress.phase = "映像"
        $0.elapsed = .seconds(123)
        $0.worker.foreground = false
      },
      task(12, "写真の整理") {
        $0.measure(300, of: 512, "枚", rate: 3, eta: .seconds(71), .approximate)
        $0.progress.isGrowing = true
      },
      task(13, "同期", .cancelling) { $0.worker.killedIn = .seconds(8) },
      task(14, "保存", .cancelling) { $0.assertions.current = "書込" },
      task(15, "学習", .queued) { $0.terms.blockedOn = "gpu" },
      task(16, "学習", .queued) { $0.terms.position = 2 },
      task(17, "学習", .queued) { $0.terms.blockedOn = .personalHold },
      task(18, "学習", .queued),
      task(19, "休止", .paused), task(20, "中断", .suspended), task(21, "開始", .starting),
      task(22, "残り") {
        $0.assertions.leaked = "書込"
        ($0.worker.timeLimit, $0.worker.timeLeft) = (.seconds(7200), .seconds(840))
      },
      task(23, "入力") { $0.waitingForInput = .input },
      task(24, "合言葉") { $0.waitingForInput = .password },
    ]
    + ProgramState.allCases.enumerated().map { place, state in
      task(30 + place, "対話") { $0.programState = state }
    }
    + [
      success, ended(42, "試験", .failed, status: .code(2)),
      ended(43, "描画", .failed, status: .signal(9)), ended(44, "取得", .lost),
    ]
    + Canceller.allCases.enumerated().map { place, canceller in
      ended(50 + place, "取消", .cancelled(by: canceller))
    }
    + ExpiryCause.allCases.enumerated().map { place, cause in
      ended(60 + place, "期限", .expired(cause))
    }

  /// A task that succeeded, and that can run again.
  static let success: TaskSnapshot = {
    var task = ended(41, "構築", .completed)
    task.isRestartable = true
    return task
  }()

  /// A stalled task of each kind, with and without a countdown.
  static let questions = StallKind.allCases.enumerated().flatMap { place, kind in
    [Duration.seconds(42), nil].enumerated().map { turn, countdown in
      task(1 + 2 * place + turn, "数\(place)") {
        $0.stall(expiresIn: countdown)
        $0.stall.kind = kind
        if kind == .slow { $0.stall.slowdown = 12 }
        if kind == .memory { $0.stall.memoryBytes = 3 << 30 }
      }
    }
  }

  /// Two plain tasks.
  static let pair = [
    task(1, "写し") { ($0.worker.isPausable, $0.worker.isAttachable) = (true, true) },
    task(2, "複製") { $0.attempt = 2 },
  ]

  /// A running task that has every property.
  static let detailed = task(7, "夜間バックアップ") {
    $0.measure(300, of: 512, "枚", rate: 3, eta: .seconds(71))
    $0.progress.isGrowing = true
    ($0.command, $0.directory) = (["cp", "a", "b"], "/x")
    ($0.identifier, $0.group) = ("a.b", "群")
    ($0.attempt, $0.worker.pid, $0.worker.grace) = (3, 4711, .seconds(5))
    ($0.worker.timeLimit, $0.worker.timeLeft) = (.seconds(7200), .seconds(840))
    ($0.assertions.current, $0.assertions.leaked) = ("書込", "書込")
    ($0.startedAt, $0.queuedAt) = (Moment.start.wall, Moment.start.wall)
    ($0.elapsed, $0.notifiesOfEnd, $0.log) = (.seconds(250), true, "/x/7")
    $0.stallPolicy = StallPolicy(action: .expire, after: .seconds(600))
    ($0.terms.priority, $0.terms.slots, $0.terms.niceness) = (2, 2, 5)
    ($0.terms.retries, $0.terms.refresh, $0.terms.every) = (3, .seconds(60), "03:00")
    ($0.terms.overlap, $0.terms.catchesUp) = (.queue, true)
    ($0.terms.limits, $0.terms.units) = (["nofile=9"], ["gpu": [0, 2]])
    ($0.terms.environmentBytes, $0.terms.array) = (
      900, ArrayPart(first: TaskNumber(7), index: 3, count: 9)
    )
    $0.terms.earlierEnds = [EndReason.lost, .failed].map {
      AttemptEnd(
        TaskEnding(reason: $0), startedAt: Moment.start.wall, endedAt: Moment.start.wall)
    }
    $0.toldSubtasks = (1...9).map {
      ToldSubtask(id: SanitisedText("\($0)"), name: "部", state: .working, percent: 10 * $0)
    }
  }

  /// A queued task that waits for all that a task can wait for.
  static let waiting = task(8, "学習", .queued) {
    ($0.terms.blockedOn, $0.terms.position) = ("gpu", 3)
    ($0.terms.needs, $0.terms.after, $0.terms.afterAny) = (["gpu": 2], [.first], [.first])
    ($0.terms.earliest, $0.terms.retriesAt) = (Moment.start.wall, Moment.start.wall)
    $0.queuedAt = Moment.start.wall
  }

  /// The parts of a job array.
  static let array = (2...5).map { number in
    task(number, "整列 [\(number)]", number == 2 ? .ended : .running) {
      $0.terms.array = ArrayPart(first: TaskNumber(2), index: number, count: 4)
      if number == 2 { $0.ending = TaskEnding(reason: .failed, status: .code(1)) }
    }
  }

  /// A task with subtasks, and tasks in groups.
  static let family = [
    task(1, "親") { $0.group = "群" },
    task(2, "子") { $0.parent = taskKey(1) },
    task(3, "子", .ended) {
      $0.parent = taskKey(1)
      $0.ending = TaskEnding(reason: .failed, status: .code(1))
    },
    task(4, "孤") { $0.job = EngineJob(engine: "slurm", id: "17") },
  ]
}
