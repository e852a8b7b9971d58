internal import HeadwaySystem

/// The priority of a command in the background.
extension Supervision {
  /// Changes the priority of the command's session and of each of its processes, if
  /// ``BackgroundRule`` asks for a change. Processes that start later inherit it.
  ///
  /// An unprivileged user may be unable to take a higher niceness back (RLIMIT_NICE). The session's
  /// niceness and the disk priority can always be restored.
  func adjustPriority() {
    guard options.backgroundNiceness > 0,
      background.note(
        hasTerminal: jobControl.isAttached, isDriven: jobControl.isDrivenFromAfar,
        isSelected: isSelected && options.raisesSelected)
    else { return }
    let isLower = background.isBackground
    let steps = Int32(clamping: options.backgroundNiceness)
    ProcessPriority.setSessionNiceness(of: leader.pid, to: isLower ? steps : 0)
    let processes = ProcessTree.descendants(of: leader.pid).map(\.process)
    changeNiceness(of: processes, isLower: isLower, by: steps)
    if isLower { scope?.lower([leader.pid] + processes) } else { scope?.restore() }
    for process in processes {
      if isLower {
        ProcessPriority.lowerIO(of: process)
      } else {
        ProcessPriority.restoreIO(of: process)
      }
    }
  }

  /// Changes the niceness of each process. A niceness that couldn't be taken back isn't added a
  /// second time.
  private func changeNiceness(of processes: [Int32], isLower: Bool, by steps: Int32) {
    guard isLower != isNicer else { return }
    let changes = processes.map {
      ProcessPriority.changeNiceness(of: $0, by: isLower ? steps : -steps)
    }
    isNicer = isLower || changes.contains(false)
  }
}

/// The rule for when a command runs at the lower priority of background work.
///
/// A command is in the background if it has lost its terminal, nobody attached has the keys, and
/// nobody has selected it in a monitor. A command that never had a terminal, as in a script, keeps
/// its priority. Pure.
struct BackgroundRule: Hashable {
  private var hadTerminal = false
  /// Whether the command runs at the lower priority.
  private(set) var isBackground = false

  /// Takes in the current state. Returns whether ``isBackground`` has changed.
  mutating func note(hasTerminal: Bool, isDriven: Bool, isSelected: Bool = false) -> Bool {
    hadTerminal = hadTerminal || hasTerminal
    let before = isBackground
    isBackground = hadTerminal && !hasTerminal && !isDriven && !isSelected
    return isBackground != before
  }
}
