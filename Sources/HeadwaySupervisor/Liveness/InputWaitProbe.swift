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
    let members = candidates.filter { $0.group == foreground }
    let isPassword = modes.isCanonical && !modes.echoes
    if members.contains(where: { $0.state == sleeping && waits($0.process, modes) }) {
      return isPassword ? .password : .input
    }
    return isPassword && asksAsAnother(members) ? .password : .none
  }

  /// sudo(8) and su(1) run as another user, and aren't to be looked into. That one of them has turned
  /// the echo off for a line, and all of them sleep, is proof enough.
  private func asksAsAnother(_ members: [ProcessStat]) -> Bool {
    members.allSatisfy { $0.state == sleeping }
      && members.contains { member in
        ProcessTree.owner(of: member.process).map { $0 != ProcessEnvironment.user } ?? false
      }
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

  /// A wait for one of several things proves a wait for the user only in a full-screen program, and
  /// only where none of them is somebody else: who passes keys on, as ssh(1) does, always waits for
  /// them.
  private func waits(_ process: Int32, in call: BlockedCall, _ modes: TerminalModes) -> Bool {
    let memory = ProcessMemory(process: process)
    switch call {
    case .read(let descriptor): return isTerminal(descriptor, of: process)
    case .poll(let address, let count):
      return !modes.isCanonical
        && isUser(memory.polledDescriptors(at: address, count: count), of: process)
    case .select(let limit, let address):
      return !modes.isCanonical
        && isUser(memory.selectedDescriptors(at: address, below: limit), of: process)
    case .epoll(let descriptor):
      return !modes.isCanonical && isUser(memory.epollDescriptors(of: descriptor), of: process)
    }
  }

  private func isUser(_ descriptors: [Int32], of process: Int32) -> Bool {
    let files = OpenFiles(of: process)
    let targets = descriptors.compactMap(files.target)
    return targets.contains(where: isTerminal) && !targets.contains(where: files.isSomebodyElse)
  }

  private func isTerminal(_ descriptor: Int32, of process: Int32) -> Bool {
    linkTarget("/proc/\(process)/fd/\(descriptor)").map(isTerminal) ?? false
  }

  private func isTerminal(_ target: String) -> Bool { target == slavePath || target == "/dev/tty" }
}
