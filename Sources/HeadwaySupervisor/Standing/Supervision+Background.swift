internal import HeadwaySystem

/// Priority in the background.
extension Supervision {
  /// The command's session, and each of its processes: who starts later inherits it. Niceness can't be
  /// taken back by everybody (RLIMIT_NICE); the session's and that of the disks can.
  func adjustPriority() {
    guard options.backgroundNiceness > 0,
      background.note(
        hasTerminal: jobControl.isAttached, isDriven: jobControl.isDrivenFromAfar,
        isSelected: isSelected && options.raisesSelected)
    else { return }
    let isLower = background.isBackground
    let steps = Int32(clamping: options.backgroundNiceness)
    ProcessPriority.setSessionNiceness(of: leader, to: isLower ? steps : 0)
    let processes = ProcessTree.descendants(of: leader).map(\.process)
    changeNiceness(of: processes, isLower: isLower, by: steps)
    if isLower { scope?.lower([leader] + processes) } else { scope?.restore() }
    for process in processes {
      if isLower {
        ProcessPriority.lowerIO(of: process)
      } else {
        ProcessPriority.restoreIO(of: process)
      }
    }
  }

  /// What couldn't be taken back isn't added once more.
  private func changeNiceness(of processes: [Int32], isLower: Bool, by steps: Int32) {
    guard isLower != isNicer else { return }
    let changes = processes.map {
      ProcessPriority.changeNiceness(of: $0, by: isLower ? steps : -steps)
    }
    isNicer = isLower || changes.contains(false)
  }
}
