/// The settings of `[tell]`: the people and programs that hear of tasks, and the times.
///
/// Hooks run for every task, for programs that follow it. A notification is for a person: the hub
/// sends it if nobody is looking, after the quiet hours, and for many tasks at once.
public struct TellingSettings: Hashable, Sendable {
  /// Hooks, for `sh -c`.
  public var onFinish: String?
  /// The command that runs when a task stalls, for `sh -c`.
  public var onStall: String?
  /// The command that runs when a task waits for input, for `sh -c`.
  public var onInput: String?
  /// The command that runs when a program says that it is done or has failed, for `sh -c`.
  public var onDone: String?
  /// The user's own command for notifications, for `sh -c`.
  public var command: String?
  /// Whether the desktop notifies of all tasks; nil means only of tasks with `--notify`.
  public var desktop: Bool?
  /// Whether tmux shows notifications of all tasks; nil means only of tasks with `--notify`.
  public var tmux: Bool?
  /// Whether terminals of monitors show notifications of all tasks; nil means only of tasks with
  /// `--notify`.
  public var terminal: Bool?
  /// The sequence that notifies through a monitor's terminal; nil for the one that suits the
  /// terminal.
  public var terminalForm: TerminalNotice?
  /// An end is worth a notification after so long, and so is a wait for input at a terminal that
  /// somebody may sit at.
  public var after: Duration = .seconds(30)
  /// Whether the system's journal gets an entry for each end.
  public var journal: Bool
  /// The hours without notifications; nil for none.
  public var quiet: QuietHours?

  /// Makes the default settings: no hooks, and notifications of tasks with `--notify`.
  public init(journal: Bool = false) { self.journal = journal }
}

/// Who shows a notification.
public enum NewsChannel: Hashable, Sendable, CaseIterable {
  /// Desktop Notifications Specification.
  case desktop
  /// The status line of every tmux client.
  case tmux
  /// The terminal of every monitor.
  case terminal
  /// The config's `command`.
  case command
}

extension TellingSettings {
  /// Returns the hook for an event; nil if there is none.
  public func hook(for event: TaskNews.Event) -> String? {
    switch event {
    case .finish: onFinish
    case .stall: onStall
    case .input: onInput
    case .done, .error: onDone
    }
  }

  /// Returns whether a channel shows the news.
  public func tells(of news: TaskNews, on channel: NewsChannel) -> Bool {
    let isOn =
      switch channel {
      case .desktop: desktop ?? news.isRequested
      case .tmux: tmux ?? news.isRequested
      case .terminal: terminal ?? news.isRequested
      case .command: command != nil
      }
    return isOn && isWorthTelling(news)
  }

  /// Returns whether anybody is told if a task waits for input, or if its program says that it is
  /// done or has failed.
  ///
  /// - Parameter isRequested: Whether the task was given `--notify`.
  public func tellsOfInput(isRequested: Bool) -> Bool {
    onInput != nil || onDone != nil || notifiesOfAll || isRequested
  }

  /// Whether some channel notifies also of tasks without `--notify`.
  public var notifiesOfAll: Bool {
    command != nil || desktop == true || tmux == true || terminal == true
  }

  /// Whether the channel shows notifications of all tasks.
  public func notifiesOfAll(on channel: NewsChannel) -> Bool {
    switch channel {
    case .desktop: desktop == true
    case .tmux: tmux == true
    case .terminal: terminal == true
    case .command: command != nil
    }
  }

  /// A person knows of what they cancelled.
  private func isWorthTelling(_ news: TaskNews) -> Bool {
    guard news.event == .finish else { return true }
    switch news.task.ending?.reason {
    case .cancelled(.user), .cancelled(.terminal), .cancelled(.question), .cancelled(.unwatched):
      return false
    case .completed, .failed, .expired, .lost, .cancelled(.shutdown), .cancelled(.dependency),
      .cancelled(.engine), nil:
      return news.isRequested || news.task.elapsed ?? .zero >= after
    }
  }
}
