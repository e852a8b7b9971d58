internal import HeadwayCore
internal import HeadwaySystem

/// Whether the pty's foreground group waits for its terminal, proven by what its threads are
/// blocked in. What can't be proven (ptrace(2) restrictions) counts as not waiting.
struct InputWaitProbe {
  let master: OwnedDescriptor
  let slavePath: String

  /// `candidates`: the living processes of the session.
  func report(among candidates: [ProcessStat]) -> InputWaitReport {
    guard let foreground = ForegroundGroup.current(of: master.raw),
      let modes = try? TerminalModes(of: master.raw)
    else { return .none }
    let members = candidates.lazy.filter { $0.group == foreground && $0.state == sleeping }
    guard members.contains(where: { waits($0.process, modes) }) else { return .none }
    return modes.isCanonical && !modes.echoes ? .password : .input
  }

  private var sleeping: UInt8 { UInt8(ascii: "S") }

  private func waits(_ process: Int32, _ modes: TerminalModes) -> Bool {
    directoryEntries("/proc/\(process)/task").prefix(64).contains { task in
      guard let line = readProcFile("/proc/\(process)/task/\(task)/syscall"),
        let call = BlockedCall(String(decoding: line, as: UTF8.self))
      else { return false }
      return waits(process, in: call, modes)
    }
  }

  /// A wait for one of several things proves a wait for the user only in a full-screen program.
  private func waits(_ process: Int32, in call: BlockedCall, _ modes: TerminalModes) -> Bool {
    let memory = ProcessMemory(process: process)
    switch call {
    case .read(let descriptor): return isTerminal(descriptor, of: process)
    case .poll(let address, let count):
      return !modes.isCanonical
        && memory.polledDescriptors(at: address, count: count)
          .contains { isTerminal($0, of: process) }
    case .select(let limit, let address):
      return !modes.isCanonical
        && memory.selectedDescriptors(at: address, below: limit)
          .contains { isTerminal($0, of: process) }
    case .epoll(let descriptor):
      return !modes.isCanonical
        && memory.epollDescriptors(of: descriptor).contains { isTerminal($0, of: process) }
    }
  }

  private func isTerminal(_ descriptor: Int32, of process: Int32) -> Bool {
    let target = linkTarget("/proc/\(process)/fd/\(descriptor)")
    return target == slavePath || target == "/dev/tty"
  }
}
