import Foundation
import Glibc
import TestHarness
import TestProcesses

/// Another machine, which the workspace's processes reach by the real ssh: `build1`.
///
/// It is a namespace of this machine (unshare(1)) with a home, processes and a runtime directory of
/// its own, in which sshd listens at a port of the loopback. Only root can make one.
struct FarMachine {
  let workspace: Workspace
  private let holder: Program
  private let pid: String

  static let isPossible =
    SharedHome.isPossible && system("test -x /usr/sbin/sshd && command -v ssh >/dev/null") == 0

  /// The folder that is `/root` there.
  var home: String { "\(workspace.folder)/far" }

  /// The environment of processes here that find the machine: a `ssh` with a config of its own.
  static func environment(_ workspace: Workspace) -> [String: String] {
    ["PATH": "\(workspace.folder)/ssh:\(workspace.environment["PATH"] ?? "")"]
  }

  init(_ workspace: Workspace, programs: Bool = true) async throws {
    self.workspace = workspace
    let port = try Self.freePort()
    try workspace.write("", to: "known_hosts")
    let folder = workspace.folder
    let setup = """
      set -e; F=\(folder); mkdir -p -m 700 $F/ssh $F/far/.ssh $F/far/.local/bin /run/sshd
      ssh-keygen -q -t ed25519 -N '' -f $F/ssh/id; ssh-keygen -q -t ed25519 -N '' -f $F/ssh/hostkey
      install -m 600 $F/ssh/id.pub $F/far/.ssh/authorized_keys
      echo "[127.0.0.1]:\(port) $(cut -d' ' -f1,2 $F/ssh/hostkey.pub)" >$F/ssh/known_hosts
      printf '%s\\n' 'Host build1' ' HostName 127.0.0.1' ' Port \(port)' ' User root' \
        " IdentityFile $F/ssh/id" " UserKnownHostsFile $F/ssh/known_hosts" ' IdentitiesOnly yes' \
        >$F/ssh/config
      printf '#!/bin/sh\\necho call >>'$F'/ssh/calls\\nexec /usr/bin/ssh -F '$F'/ssh/config "$@"\\n' >$F/ssh/ssh
      chmod 700 $F/ssh/ssh
      printf '%s\\n' 'Port \(port)' 'ListenAddress 127.0.0.1' "HostKey $F/ssh/hostkey" 'UsePAM no' \
        'PermitRootLogin yes' 'PidFile none' 'LogLevel VERBOSE' \
        'Subsystem sftp internal-sftp' >$F/ssh/sshd_config
      """
    let made = try await workspace.run(setup)
    guard made.code == 0 else { throw HarnessError("no keys: \(made.errorText)") }
    if programs {
      try await workspace.run("ln -s \(workspace.binaries)/headway* \(folder)/far/.local/bin")
    }
    let script = """
      hostname build1; mount -t tmpfs tmpfs /run/user && mkdir -m 700 /run/user/0
      mount --bind \(folder)/far /root && touch \(folder)/work/far-ready
      while :; do /usr/sbin/sshd -D -e -f \(folder)/ssh/sshd_config; sleep 0.1; done
      """
    holder = try workspace.start(
      words: ["unshare", "--mount", "--uts", "--pid", "--fork", "--kill-child", "--mount-proc"]
        + ["/bin/bash", "--norc", "-c", script],
      environment: ["HEADWAY_SOCKET": "", "XDG_STATE_HOME": "", "HOME": "/root"])
    let holder = holder
    try await eventually("sshd listens") {
      if !ProcessTable.isAlive(holder.pid) { throw HarnessError("sshd: \(holder.errorText)") }
      return holder.errorText.contains("Server listening")
    }
    let children = try String(
      contentsOfFile: "/proc/\(holder.pid)/task/\(holder.pid)/children", encoding: .utf8)
    pid = children.split(separator: " ").first.map(String.init) ?? ""
  }

  /// A port of the loopback at which nobody listens. It is below those that the kernel gives to
  /// connections (ip(7), ip_local_port_range).
  static func freePort() throws -> UInt16 {
    for _ in 0..<100 {
      let port = UInt16.random(in: 20_000..<32_000)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isFree = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, size) == 0
        }
      }
      if isFree { return port }
    }
    throw HarnessError("no free port")
  }

  /// Runs a scenario with a machine.
  ///
  /// - Parameter programs: Whether Headway is installed there.
  static func use(
    programs: Bool = true, _ body: (Workspace, FarMachine) async throws -> Void
  ) async throws {
    try await Workspace.use { workspace in
      try await body(workspace, try await FarMachine(workspace, programs: programs))
    }
  }

  /// Runs a command here that finds the machine.
  @discardableResult
  static func run(_ command: String, _ workspace: Workspace) async throws -> Outcome {
    try await workspace.run(command, environment: environment(workspace))
  }

  /// What sshd wrote.
  var log: String { holder.errorText }

  /// Runs a script there, without ssh.
  @discardableResult
  func run(_ script: String) async throws -> Outcome {
    try await workspace.start(
      words: ["nsenter", "-t", pid, "--mount", "--uts", "--pid", "/bin/bash", "--norc", "-c"]
        + ["cd; PATH=$HOME/.local/bin:$PATH; \(script)"],
      environment: ["HEADWAY_SOCKET": "", "XDG_STATE_HOME": "", "HOME": "/root"]
    ).outcome(within: .seconds(60))
  }
}
