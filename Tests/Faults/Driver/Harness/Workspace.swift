import FoundationEssentials
import Glibc
import HeadwayModel
import HeadwaySystem
import TestProcesses

/// A user of one row: a home, a record, a socket and a hub of its own, below a short path.
///
/// All that is started carries a mark in its environment, by which it is found at the end.
struct Workspace {
  let folder: String
  private let mark: String

  init() throws {
    var template = Array("/tmp/hwf-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp") }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    mark = String(folder.suffix(6))
    for name in ["home", "state", "run", "config", "tmux", "work", "scratch"] {
      guard mkdir("\(folder)/\(name)", 0o700) == 0 else { throw SystemError("mkdir \(name)") }
    }
  }

  var result: String { "\(folder)/scratch/result.json" }

  var environment: [String: String] {
    let own = ProcessEnvironment.executablePath ?? "/"
    let binaries = own[..<(own.lastIndex(of: "/") ?? own.startIndex)]
    let path = ProcessEnvironment.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    return [
      RowRunner.markVariable: mark, RowRunner.folderVariable: folder, "HOME": "\(folder)/home",
      "XDG_STATE_HOME": "\(folder)/state", "XDG_CONFIG_HOME": "\(folder)/config",
      "XDG_RUNTIME_DIR": "\(folder)/run", "HEADWAY_SOCKET": "\(folder)/run/hub.sock",
      "TMUX_TMPDIR": "\(folder)/tmux", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
      "SHELL": "/bin/bash", "SWIFT_BACKTRACE": "enable=no", "PATH": "\(binaries):\(path)",
    ]
  }

  /// All that carries the mark and lives.
  var processes: [Int32] { ProcessTable.living(marked: mark) }

  /// A pass over the machine's processes can miss one that was born while it went on: done is what
  /// two passes in a row found done.
  func endProcesses() {
    let deadline = SystemClocks.awake + .seconds(10)
    var emptyPasses = 0
    while emptyPasses < 2, SystemClocks.awake < deadline {
      let left = processes
      emptyPasses = left.isEmpty ? emptyPasses + 1 : 0
      for process in left { Glibc.kill(process, SIGKILL) }
      usleep(2000)
    }
  }

  func remove() {
    endProcesses()
    while umount2("\(folder)/state", CInt(MNT_DETACH)) == 0 {}
    for path in [folder, "\(folder)-other"] { try? FileManager.default.removeItem(atPath: path) }
  }
}
