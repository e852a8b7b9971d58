import Foundation
import Glibc
import TestHarness
import TestProcesses

/// Machines that share the home directory of a workspace, each with a host name, processes and a
/// runtime directory of its own.
///
/// They are namespaces of this machine (unshare(1)), so only root can make them. The home directory
/// is either on the local disk or on sshfs, which speaks SFTP with the real server program. Each
/// machine mounts sshfs by itself: neither locks nor inotify go from one to the other.
struct SharedHome {
  let workspace: Workspace
  let isNetworked: Bool

  /// Whether this machine can make such machines.
  static let isPossible = geteuid() == 0 && succeeds("unshare --mount --uts --pid --fork true")
  /// Whether it can also mount sshfs.
  static let canBeNetworked =
    isPossible && succeeds("command -v sshfs && test -c /dev/fuse && test -x \(server)")

  /// The kinds of homes that can be had here: on the disk, and over a network.
  static let kinds = canBeNetworked ? [false, true] : [false]

  /// Like NFS, a file that is opened shows what another machine wrote before it closed the file.
  private static let consistency = "dir_cache=no,attr_timeout=0,entry_timeout=0"

  private static let server = "/usr/lib/openssh/sftp-server"

  private static func succeeds(_ command: String) -> Bool {
    system("(\(command)) >/dev/null 2>&1") == 0
  }

  /// The home directory as it is on the disk. A machine sees it at `home` of the workspace.
  var disk: String { isNetworked ? "\(workspace.folder)/shared" : "\(workspace.folder)/home" }

  init(_ workspace: Workspace, isNetworked: Bool) throws {
    (self.workspace, self.isNetworked) = (workspace, isNetworked)
    try FileManager.default.createDirectory(
      atPath: disk, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try workspace.write("#!/bin/sh\nexec \(Self.server)\n", to: "ssh")
    chmod("\(workspace.folder)/ssh", 0o700)
  }

  /// Starts a machine. Its first process is a shell, which clears orphans away when they end.
  func machine(_ host: String) async throws -> Machine {
    let mount =
      isNetworked
      ? "sshfs -o ssh_command=$F/ssh,\(Self.consistency) far:$F/shared $F/home" : "true"
    let script = """
      F=\(workspace.folder) H=\(host)
      hostname $H && mkdir -p -m 700 $F/run-$H && mount --bind $F/run-$H $F/run && \(mount) \
        && touch $F/work/ready-$H && { sleep 600 & wait $!; }
      """
    let holder = try workspace.start(
      words: ["unshare", "--mount", "--uts", "--pid", "--fork", "--kill-child", "--mount-proc"]
        + ["/bin/bash", "--norc", "-c", script])
    try await eventually("\(host) is up") {
      if !ProcessTable.isAlive(holder.pid) { throw HarnessError("\(host): \(holder.errorText)") }
      return workspace.exists("ready-\(host)")
    }
    let children = try String(
      contentsOfFile: "/proc/\(holder.pid)/task/\(holder.pid)/children", encoding: .utf8)
    guard let pid = children.split(separator: " ").first else {
      throw HarnessError("\(host) has no processes")
    }
    return Machine(home: self, host: host, pid: String(pid))
  }

  struct Machine {
    let home: SharedHome
    let host: String
    fileprivate let pid: String

    /// Runs a script of bash(1) on the machine.
    @discardableResult
    func run(_ script: String, state: String? = nil) async throws -> Outcome {
      let folder = home.workspace.folder
      let program = try home.workspace.start(
        words: ["nsenter", "-t", pid, "--mount", "--uts", "--pid", "/bin/bash", "--norc", "-c"]
          + ["cd; \(script)"],
        environment: [
          "HEADWAY_SOCKET": "", "XDG_STATE_HOME": "", "XDG_RUNTIME_DIR": "\(folder)/run",
          "HEADWAY_STATE": state ?? "",
        ])
      return try await program.outcome(within: .seconds(60))
    }

    /// The state directory that `headway doctor` names, and what it says of it.
    func state() async throws -> (directory: String, words: String) {
      let doctor = try await run("headway doctor | grep '^[a-z]* *state '")
      let words = doctor.text.split(separator: " ", maxSplits: 2)
      let rest = words.count > 2 ? words[2].trimmingCharacters(in: .whitespacesAndNewlines) : ""
      let parts = rest.split(separator: ",", maxSplits: 1).map(String.init)
      return (parts.first ?? "", parts.last ?? doctor.text)
    }
  }
}
