import Glibc
import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// The terminal of this process in raw mode, while it shows the terminal of a task.
///
/// The class opens the terminal again under its own non-blocking descriptions. So a terminal
/// stopped by Ctrl-S doesn't block the process, and the shared standard streams keep their flags.
final class AttachedTerminal {
  private let input: OwnedDescriptor?
  private let output: OwnedDescriptor?
  /// The modes to restore. Nil while the terminal isn't raw.
  private var savedModes: TerminalModes?
  /// The settings that the task's program made, to undo them at the end.
  private var screen = ScreenState()
  /// The output that the terminal hasn't taken yet.
  private var pending: [UInt8] = []

  /// Opens the terminal. Falls back to the standard streams if that fails.
  init() {
    input = try? reopen(STDIN_FILENO, .both)
    output = try? reopen(STDOUT_FILENO, .both)
  }

  deinit { release() }

  var inputDescriptor: CInt { input?.raw ?? STDIN_FILENO }
  var outputDescriptor: CInt { output?.raw ?? STDOUT_FILENO }
  var hasPending: Bool { !pending.isEmpty }

  /// The size of the terminal. Nil if it can't be read.
  var size: AttachSize? {
    (try? WindowSize(of: outputDescriptor)).map {
      AttachSize(
        rows: $0.rows, columns: $0.columns, pixelWidth: $0.pixelWidth, pixelHeight: $0.pixelHeight)
    }
  }

  /// Makes the terminal raw. A signal that kills the process restores the modes (`guardTerminal`).
  func enterRawMode() throws(SystemError) {
    let modes: TerminalModes
    if let savedModes { modes = savedModes } else { modes = try TerminalModes(of: inputDescriptor) }
    savedModes = modes
    modes.guardTerminal(inputDescriptor)
    try modes.madeRaw.apply(to: inputDescriptor)
  }

  /// Restores the terminal. Undoes what the task's program has set, such as the alternate screen,
  /// and moves to the start of a line.
  func release() {
    guard let modes = savedModes else { return }
    savedModes = nil
    pending = Array((screen.undoing + (screen.isAtLineStart ? "\r" : "\r\n")).utf8)
    flush()
    pending = []
    screen = ScreenState()
    try? modes.apply(to: inputDescriptor)
    TerminalModes.unguardTerminal()
  }

  /// Writes output of the task. Keeps the bytes that the terminal doesn't take yet.
  func show(_ bytes: [UInt8]) {
    screen.note(bytes)
    pending += bytes
    flush()
  }

  /// Writes as much of the kept output as the terminal takes.
  func flush() {
    while !pending.isEmpty {
      switch pending.withUnsafeBytes({ Transfer.write(outputDescriptor, $0) }) {
      case .bytes(let count): pending.removeFirst(count)
      case .wouldBlock: return
      case .ended, .failed: pending = []
      }
    }
  }

  /// The typed keys. Empty if none are waiting, nil if the terminal is gone.
  func keys() -> [UInt8]? {
    var isGone = false
    let keys = [UInt8](unsafeUninitializedCapacity: 4096) { free, count in
      count = 0
      switch Transfer.read(inputDescriptor, into: UnsafeMutableRawBufferPointer(free)) {
      case .bytes(let read): count = read
      case .wouldBlock: break
      case .ended, .failed: isGone = true
      }
    }
    return isGone ? nil : keys
  }
}
