import Foundation
import Glibc
import Synchronization
import TestHarness
import TestProcesses

/// Another machine behind a network link, which the workspace's processes reach by the real ssh:
/// `build1`.
///
/// Both ends of the link are network namespaces of this machine (unshare(1)). The machine has a
/// home, processes and a runtime directory of its own. The link can be cut, and the machine can go
/// and come back as after a loss of power. Only root can make one.
final class LabMachine: Sendable {
  let workspace: Workspace
  /// The process whose network is this end of the link.
  private let near: Program
  /// The process whose network is the other end.
  private let far: Program
  private let power: Mutex<Power>

  /// The processes of the machine.
  private struct Power {
    let holder: Program
    /// The machine's first process.
    let pid: pid_t
  }

  static let isPossible =
    FarMachine.isPossible
    && system("unshare --net ip link add a0 type veth peer name a1 >/dev/null 2>&1") == 0

  /// The address of the machine.
  static let address = "10.77.0.2"

  /// The environment of processes here that find the machine: a `ssh` with a config of its own.
  var environment: [String: String] { FarMachine.environment(workspace) }

  /// - Parameter options: lines for the config of sshd there.
  init(_ workspace: Workspace, options: [String] = []) async throws {
    let near = try await Self.network(workspace, "near")
    let far = try await Self.network(workspace, "far")
    let made = try await workspace.run(Self.setup(workspace.folder, near.pid, far.pid, options))
    guard made.code == 0 else { throw HarnessError("no link: \(made.errorText)") }
    (self.workspace, self.near, self.far) = (workspace, near, far)
    power = Mutex(try await Self.power(workspace, far.pid))
  }

  /// Runs a scenario with a machine.
  ///
  /// - Parameters:
  ///   - config: the config of Headway here.
  ///   - options: lines for the config of sshd there.
  static func use(
    config: String = "", options: [String] = [], _ body: (LabMachine) async throws -> Void
  ) async throws {
    try await Workspace.use(config: config) {
      try await body(try await LabMachine($0, options: options))
    }
  }

  /// Starts a process that has a network of its own.
  private static func network(_ workspace: Workspace, _ name: String) async throws -> Program {
    let holder = try workspace.start(
      words: ["unshare", "--net", "/bin/bash", "--norc", "-c"]
        + ["ip link set lo up && touch network-\(name) && exec sleep infinity"])
    try await eventually("a network") {
      if holder.hasEnded { throw HarnessError("no network: \(holder.errorText)") }
      return workspace.exists("network-\(name)")
    }
    return holder
  }

  /// The script that makes the link, the keys and the configs of ssh and sshd.
  ///
  /// A bridge is in the link: a cut behind it drops what is sent, without a word to the sender.
  private static func setup(
    _ folder: String, _ near: pid_t, _ far: pid_t, _ options: [String]
  ) -> String {
    let lines = options.map { " '\($0)'" }.joined()
    return """
      set -e; F=\(folder); N="nsenter --net=/proc/\(near)/ns/net"
      $N ip link add br0 type bridge
      $N ip addr add 10.77.0.1/24 dev br0; $N ip link set br0 up
      $N ip link add far0 type veth peer name eth0 netns \(far)
      $N ip link set far0 master br0 up
      R="nsenter --net=/proc/\(far)/ns/net"
      $R ip addr add \(address)/24 dev eth0; $R ip link set eth0 up
      mkdir -p -m 700 $F/ssh $F/far/.ssh $F/far/.local/bin /run/sshd
      ssh-keygen -q -t ed25519 -N '' -f $F/ssh/id; ssh-keygen -q -t ed25519 -N '' -f $F/ssh/hostkey
      install -m 600 $F/ssh/id.pub $F/far/.ssh/authorized_keys
      echo "\(address) $(cut -d' ' -f1,2 $F/ssh/hostkey.pub)" >$F/ssh/known_hosts
      printf '%s\\n' 'Host build1' ' HostName \(address)' 'Host *' ' User root' \
        " IdentityFile $F/ssh/id" " UserKnownHostsFile $F/ssh/known_hosts" ' IdentitiesOnly yes' \
        >$F/ssh/config
      printf '%s\\n' '#!/bin/sh' "exec $N /usr/bin/ssh -F $F/ssh/config \\"\\$@\\"" >$F/ssh/ssh
      chmod 700 $F/ssh/ssh
      printf '%s\\n' "HostKey $F/ssh/hostkey" 'UsePAM no' 'PermitRootLogin yes' 'PidFile none' \
        'LogLevel VERBOSE'\(lines) >$F/ssh/sshd_config
      ln -s $(dirname $(command -v headway))/headway* $F/far/.local/bin
      """
  }

  /// Starts the machine's processes, the first of which is its sshd.
  private static func machine(_ workspace: Workspace, _ far: pid_t) throws -> Program {
    let folder = workspace.folder
    let script = """
      hostname build1; mount -t tmpfs tmpfs /run/user && mkdir -m 700 /run/user/0
      cat /proc/sys/kernel/random/uuid >\(folder)/boot
      mount --bind \(folder)/boot /proc/sys/kernel/random/boot_id
      mount --bind \(folder)/far /root && exec /usr/sbin/sshd -D -e -f \(folder)/ssh/sshd_config
      """
    return try workspace.start(
      words: ["nsenter", "--net=/proc/\(far)/ns/net", "unshare", "--mount", "--uts", "--pid"]
        + ["--fork", "--kill-child", "--mount-proc", "/bin/bash", "--norc", "-c", script],
      environment: ["HEADWAY_SOCKET": "", "XDG_STATE_HOME": "", "HOME": "/root"])
  }

  /// Starts the machine, and waits until it can be reached.
  private static func power(_ workspace: Workspace, _ far: pid_t) async throws -> Power {
    let holder = try machine(workspace, far)
    try await eventually("sshd listens") {
      if holder.hasEnded { throw HarnessError("sshd: \(holder.errorText)") }
      return holder.errorText.contains("Server listening")
    }
    let children = try String(
      contentsOfFile: "/proc/\(holder.pid)/task/\(holder.pid)/children", encoding: .utf8)
    guard let pid = children.split(separator: " ").first.flatMap({ pid_t($0) }) else {
      throw HarnessError("the machine has no processes")
    }
    return Power(holder: holder, pid: pid)
  }

  /// Ends all processes of the machine at once.
  func turnOff() async throws {
    let power = power.withLock(\.self)
    power.holder.send(SIGKILL)
    try await eventually("the machine is off") {
      power.holder.hasEnded && !ProcessTable.isAlive(power.pid)
    }
  }

  /// Starts the machine again, which has another boot id then.
  func turnOn() async throws {
    let new = try await Self.power(workspace, far.pid)
    power.withLock { $0 = new }
  }

  /// Cuts the link, or mends it.
  func setLink(_ isUp: Bool) async throws {
    let outcome = try await workspace.run(
      "nsenter --net=/proc/\(near.pid)/ns/net ip link set far0 \(isUp ? "up" : "down")")
    guard outcome.code == 0 else { throw HarnessError("the link: \(outcome.errorText)") }
  }

  /// The lines that sshd wrote since the last start.
  var log: String { power.withLock(\.holder).errorText }

  /// Starts a command here that finds the machine.
  func start(_ command: String) throws -> Program {
    try workspace.start("exec \(command)", environment: environment)
  }

  /// Runs a command here that finds the machine.
  @discardableResult
  func command(_ command: String) async throws -> Outcome {
    try await workspace.run(command, environment: environment)
  }

  /// Runs a script there, without ssh.
  @discardableResult
  func run(_ script: String) async throws -> Outcome {
    let pid = power.withLock(\.pid)
    return try await workspace.start(
      words: ["nsenter", "-t", "\(pid)", "--mount", "--uts", "--pid", "--net"]
        + ["/bin/bash", "--norc", "-c", "cd; PATH=$HOME/.local/bin:$PATH; \(script)"],
      environment: ["HEADWAY_SOCKET": "", "XDG_STATE_HOME": "", "HOME": "/root"]
    ).outcome(within: .seconds(60))
  }

  /// The processes there that carry the protocol to the hub.
  func bridges() async throws -> Set<String> {
    let found = try await run("pgrep -f 'headway [h]ub connect'")
    return Set(found.text.split(separator: "\n").map(String.init))
  }
}
