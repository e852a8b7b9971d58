import Glibc
import HeadwayCore
import HeadwaySystem
import HeadwayWire

/// The terminal of this process while it shows a task's: raw, and given back as it was.
///
/// It has descriptions of its own that don't wait: one that is stopped by Ctrl-S holds nothing up.
final class AttachedTerminal {
  private let input: OwnedDescriptor?
  private let output: OwnedDescriptor?
  private var savedModes: TerminalModes?
  private var screen = ScreenState()
  private var pending: [UInt8] = []

  init() {
    input = try? reopen(STDIN_FILENO, .both)
    output = try? reopen(STDOUT_FILENO, .both)
  }

  deinit { release() }

  var inputDescriptor: CInt { input?.raw ?? STDIN_FILENO }
  var outputDescriptor: CInt { output?.raw ?? STDOUT_FILENO }
  var hasPending: Bool { !pending.isEmpty }

  var size: AttachSize? {
    (try? WindowSize(of: outputDescriptor)).map {
      AttachSize(
        rows: $0.rows, columns: $0.columns, pixelWidth: $0.pixelWidth, pixelHeight: $0.pixelHeight)
    }
  }

  func take() throws(SystemError) {
    let modes: TerminalModes
    if let savedModes { modes = savedModes } else { modes = try TerminalModes(of: inputDescriptor) }
    savedModes = modes
    modes.guardTerminal(inputDescriptor)
    try modes.madeRaw.apply(to: inputDescriptor)
  }

  /// Undoes what the task's program has set of it; the next line starts at the left.
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

  func show(_ bytes: [UInt8]) {
    screen.note(bytes)
    pending += bytes
    flush()
  }

  func flush() {
    while !pending.isEmpty {
      switch pending.withUnsafeBytes({ Transfer.write(outputDescriptor, $0) }) {
      case .bytes(let count): pending.removeFirst(count)
      case .wouldBlock: return
      case .ended, .failed: pending = []
      }
    }
  }

  /// Keys; empty where none are there now, nil where the terminal is gone.
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
