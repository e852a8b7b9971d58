import Foundation
import Glibc
import Testing
import TestHarness
import TestProcesses

/// Commands for another machine, over a network that fails and with a machine that goes.
@Suite(
  "Another machine, behind a network", .fewAtATime,
  .enabled(if: LabMachine.isPossible, "needs root, sshd and network namespaces"))
struct LabMachineTests {
  /// A job that ends with 5 once the file `go` is in the home folder there.
  private static let job =
    "headway submit --host build1 --title Job -- sh -c 'until test -e go; do sleep 0.05; done; exit 5'"

  /// The one line of a command that can't reach the machine.
  private func expectTrouble(_ outcome: Outcome, _ words: String) {
    #expect(outcome.code == 69, "\(outcome.code ?? -1) \(outcome.errorText)")
    #expect(outcome.text.isEmpty, "\(outcome.text)")
    #expect(outcome.errorText.filter { $0 == "\n" }.count == 1, "\(outcome.errorText)")
    #expect(outcome.errorText.contains(words), "\(outcome.errorText)")
  }

  @Test("a link that is cut for a moment delays list and wait, which lose nothing")
  func shortCut() async throws {
    try await LabMachine.use { machine in
      #expect(try await machine.command(Self.job).code == 0)
      let wait = try machine.start("headway wait build1:1")
      try await eventually("the bridge") { try await !machine.bridges().isEmpty }
      try await machine.setLink(false)
      let list = try machine.start("headway list --host build1")
      try await machine.run("touch go")
      try await eventually("the end of the job") {
        try await machine.run("headway list").text.contains("failed")
      }
      #expect(!wait.hasEnded && !list.hasEnded)
      try await machine.setLink(true)
      let answer = try await list.outcome()
      #expect(answer.code == 0 && answer.text.contains("Job"), "\(answer.errorText)")
      #expect(try await wait.outcome().code == 5)
    }
  }

  @Test("a link that stays cut ends list with one line, and the next list works once it is mended")
  func longCut() async throws {
    try await LabMachine.use { machine in
      try await machine.setLink(false)
      let list = try await machine.command("headway list --host build1")
      expectTrouble(list, "build1 can't be reached (")
      #expect(list.took < .seconds(20), "\(list.took)")
      try await machine.setLink(true)
      #expect(try await machine.command("headway list --host build1").code == 0)
    }
  }

  @Test(
    "a wait goes on if the hub or the bridge there is killed",
    arguments: ["[h]eadwayd", "headway [h]ub connect"])
  func killed(_ victim: String) async throws {
    try await LabMachine.use { machine in
      #expect(try await machine.command(Self.job).code == 0)
      let wait = try machine.start("headway wait build1:1")
      for _ in 0..<3 {
        let old = try await eventually("a bridge") { () -> Set<String>? in
          let bridges = try await machine.bridges()
          return bridges.isEmpty ? nil : bridges
        }
        try await machine.run("pkill -9 -f '\(victim)'")
        try await eventually("another bridge") {
          let bridges = try await machine.bridges()
          return !bridges.isEmpty && bridges.isDisjoint(with: old)
        }
        #expect(try await machine.command("headway list --host build1").text.contains("running"))
      }
      try await machine.run("touch go")
      #expect(try await wait.outcome().code == 5)
    }
  }

  @Test("a machine that loses its power ends a wait with one line; its tasks are lost afterwards")
  func reboot() async throws {
    try await LabMachine.use { machine in
      #expect(try await machine.command(Self.job).code == 0)
      let after = try await machine.command("headway submit --host build1 --after 1 -- true")
      #expect(after.code == 0, "\(after.errorText)")
      let wait = try machine.start("headway wait build1:1")
      try await eventually("the bridge") { try await !machine.bridges().isEmpty }
      try await machine.turnOff()
      expectTrouble(try await wait.outcome(), "build1 can't be reached (")
      try await machine.turnOn()
      let list = try await machine.command("headway list --host build1")
      #expect(list.code == 0 && list.text.contains("lost: outcome unknown"), "\(list.text)")
      #expect(list.text.contains("skipped: task 1 was lost"), "\(list.text)")
      #expect(try await machine.command("headway wait build1:1").code == 70)
    }
  }

  @Test("more commands at a time than a connection has sessions for all reach the hub")
  func fewSessions() async throws {
    try await LabMachine.use(options: ["MaxSessions 2"]) { machine in
      #expect(try await machine.command(Self.job).code == 0)
      let waits = try (0..<5).map { _ in try machine.start("headway wait build1:1") }
      try await eventually("five bridges") { try await machine.bridges().count == 5 }
      try await machine.run("touch go")
      for wait in waits {
        let outcome = try await wait.outcome()
        #expect(outcome.code == 5 && outcome.errorText.isEmpty, "\(outcome.errorText)")
      }
    }
  }

  @Test("many machines behind one jump host are all reached, at most a few at the same time")
  func jumpHost() async throws {
    try await LabMachine.use { machine in
      let numbers = 101...120
      let names = numbers.map { "m\($0)" }
      try machine.workspace.write(
        "[hosts]\nwatch = [\(names.map { "\"\($0)\"" }.joined(separator: ", "))]\n",
        to: "home/.config/headway/config.toml")
      let hosts = numbers.map { number in
        "Host m\(number)\n HostName 10.77.0.\(number)\n HostKeyAlias \(LabMachine.address)\n"
          + " Port 2222\n ProxyJump build1\n"
      }
      let folder = machine.workspace.folder
      let config = try String(contentsOfFile: "\(folder)/ssh/config", encoding: .utf8)
      try machine.workspace.write(hosts.joined() + config, to: "ssh/config")
      // The machines are addresses of the jump host, with a sshd of their own.
      try await machine.run(
        """
        for i in \(numbers.map(String.init).joined(separator: " ")); do
          ip addr add 10.77.0.$i/24 dev eth0; done
        /usr/sbin/sshd -f \(folder)/ssh/sshd_config -o Port=2222
        """)
      let answer = try await machine.command("headway hosts")
      #expect(answer.code == 0, "\(answer.text)")
      #expect(answer.text.components(separatedBy: "headwayd").count == 21, "\(answer.text)")
      let list = try await machine.command("headway list --host all")
      #expect(list.code == 0 && list.errorText.isEmpty, "\(list.errorText)")
      #expect(!machine.log.contains("drop connection"), "\(machine.log)")
    }
  }

  @Test("a submit to a machine whose disk is full queues nothing and says so")
  func fullDisk() async throws {
    try await LabMachine.use { machine in
      let place = ".local/state/headway"
      try await machine.run(
        "mkdir -p \(place) && mount -t tmpfs -o size=1m,mode=700 tmpfs \(place)")
      #expect(try await machine.command("headway list --host build1").code == 0)
      try await machine.run("head -c 2000000 /dev/zero >\(place)/full")
      let submit = try await machine.command("headway submit --host build1 -- true")
      #expect(submit.code == 1 && submit.text.isEmpty, "\(submit.text)")
      #expect(
        submit.errorText.contains("so nothing was queued; make room, then submit again"),
        "\(submit.errorText)")
      #expect(!(try await machine.command("headway list --host build1").text.contains("true")))
      try await machine.run("rm \(place)/full")
      let again = try await machine.command(
        "headway submit --host build1 -- true && headway wait build1:last")
      #expect(again.code == 0, "\(again.errorText)")
    }
  }

  @Test(
    "a login shell like csh does with the path of the program in the config",
    .enabled(if: access("/bin/tcsh", X_OK) == 0, "needs tcsh"))
  func csh() async throws {
    try await LabMachine.use { machine in
      try machine.workspace.write(
        "[host.build1]\ncommand = \"~/.local/bin/headway\"\n",
        to: "home/.config/headway/config.toml")
      let made = try await machine.run(
        """
        sed 's#^root:.*#root:x:0:0:root:/root:/bin/tcsh#' /etc/passwd >passwd
        echo 'echo hello from tcsh' >.tcshrc; mount --bind passwd /etc/passwd
        """)
      #expect(made.code == 0, "\(made.errorText)")
      let submit = try await machine.command(
        #"headway submit --host build1 --title 'a $HOME !x' -- sh -c 'echo "$HOME !"; exit 3'"#)
      #expect(submit.code == 0, "\(submit.errorText)")
      #expect(try await machine.command("headway wait build1:1").code == 3)
      let list = try await machine.command("headway list --host build1")
      #expect(list.text.contains("a $HOME !x") && !list.text.contains("hello"), "\(list.text)")
      #expect(
        try await machine.command("headway logs build1:1").text == "hello from tcsh\n/root !\n")
      let run = try await machine.command("headway run --host build1 -- sh -c 'kill -KILL $$'")
      #expect(run.code == 137, "\(run.errorText)")
    }
  }
}
