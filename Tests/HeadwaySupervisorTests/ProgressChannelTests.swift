import Glibc
import HeadwayModel
import HeadwaySystem
import Testing

@Suite("Progress beside the output") struct ProgressChannelTests {
  @Test(
    "a service's status is the subtitle")
  func notices() throws {
    let task = SupervisedTask()
    let script = """
      import os, socket
      notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      for text in "STATUS=Loading 3 of 9", "X-OURS=1", "WATCHDOG=1", "STOPPING=1":
        notify.sendto(text.encode(), os.environ["NOTIFY_SOCKET"])
      """
    let command = try RunningCommand(
      [RunningCommand.supervise, "python3", "-c", script],
      environment: task.environment + ["SUPERVISE_NOTICES=\(task.folder)/notices"])
    _ = command.readAll()
    #expect(command.wait() == .code(0))
    #expect(task.reports.contains("alive") && task.reports.contains("subtitle stopping"))
    #expect(access("\(task.folder)/notices", F_OK) != 0)
  }

  @Test("systemd-notify waits for nobody and is heard", .enabled(if: Self.hasSystemdNotify))
  func systemdNotify() throws {
    let task = SupervisedTask()
    let command = try RunningCommand(
      [RunningCommand.supervise, "systemd-notify", "--status=Checking", "--ready"],
      environment: task.environment + ["SUPERVISE_NOTICES=\(task.folder)/notices"])
    _ = command.readAll()
    #expect(command.wait() == .code(0))
    #expect(task.reports.contains("subtitle Checking"))
  }

  private static var hasSystemdNotify: Bool { access("/usr/bin/systemd-notify", X_OK) == 0 }

  /// Zig isn't in Debian: a script of its name writes what it would.
  @Test("a zig without a terminal says how far it is, and who keeps its pipe keeps nobody waiting")
  func zig() throws {
    let task = SupervisedTask()
    let script = """
      #!/usr/bin/env python3
      import os, struct, subprocess, time
      pipe = int(os.environ["ZIG_PROGRESS"])
      quiet = subprocess.DEVNULL
      subprocess.Popen(["sleep", "60"], pass_fds=[pipe], stdout=quiet, stderr=quiet)
      def node(name, completed, total):
        return struct.pack("<II40s", completed, total, name.encode())
      for done in 2, 5:
        message = bytes([2]) + node("steps", done, 8) + node("compile", 0, 0) + bytes([255, 0])
        os.write(pipe, message[:30]); time.sleep(.02); os.write(pipe, message[30:])
        time.sleep(.1)
      """
    let path = "\(task.folder)/zig"
    // By another process: what is open for writing here may still be so in a child of another test
    // that hasn't come to its exec(3) yet, and can't be executed then (ETXTBSY).
    let writing = try RunningCommand(
      ["sh", "-c", #"printf '%s\n' "$1" >"$0" && chmod 700 "$0""#, path, script])
    #expect(writing.wait() == .code(0))
    let command = try RunningCommand(
      [RunningCommand.supervise, "sh", "-c", "exec 1>/dev/null; exec $0 2>&1", path],
      environment: task.environment)
    _ = command.readAll()
    #expect(command.wait() == .code(1), "only zig itself is given the pipe")
    let start = SystemClocks.awake
    let direct = try RunningCommand(
      [RunningCommand.supervise, path, "build"], environment: task.environment)
    #expect(direct.wait() == .code(0))
    #expect(SystemClocks.awake < start + .seconds(50))
    #expect(task.reports.contains("progress 2 of 8 , steps"))
    #expect(task.reports.contains("progress 5 of 8 , steps"))
    #expect(task.reports.contains("subtitle compile"))
  }

  @Test("a command says how far it is in the file of Argo Workflows, and the last word counts")
  func progressFile() throws {
    let task = SupervisedTask()
    let script = #"echo 1/4 >"$ARGO_PROGRESS_FILE"; sleep 1.5; echo 3/4 >"$ARGO_PROGRESS_FILE""#
    let command = try RunningCommand(
      [RunningCommand.supervise, "sh", "-c", script], environment: task.environment)
    _ = command.readAll()
    #expect(command.wait() == .code(0))
    #expect(task.reports.contains { $0.hasPrefix("progress 1 of 4") })
    #expect(task.reports.contains { $0.hasPrefix("progress 3 of 4") })
  }

  @Test("a progress file that the environment names already stays, and is read")
  func ownProgressFile() throws {
    let task = SupervisedTask()
    let folder = SupervisedTask()
    let path = "\(folder.folder)/job.progress"
    let script = #"test "$ARGO_PROGRESS_FILE" = "$0" && echo 2/5 >"$0""#
    let command = try RunningCommand(
      [RunningCommand.supervise, "sh", "-c", script, path],
      environment: task.environment + ["ARGO_PROGRESS_FILE=\(path)"])
    _ = command.readAll()
    #expect(command.wait() == .code(0))
    #expect(task.reports.contains { $0.hasPrefix("progress 2 of 5") })
    #expect(directoryEntries(folder.folder).contains("job.progress"), "another's file stays")
  }

  @Test("a progress file may be replaced by another one, and is gone at the end")
  func replacedProgressFile() throws {
    let task = SupervisedTask()
    let script = """
      cd "$(dirname "$ARGO_PROGRESS_FILE")"
      for n in 1 2; do echo $n/3 >next; mv next "$ARGO_PROGRESS_FILE"; sleep .7; done
      """
    let command = try RunningCommand(
      [RunningCommand.supervise, "sh", "-c", script], environment: task.environment)
    _ = command.readAll()
    #expect(command.wait() == .code(0))
    #expect(task.reports.contains { $0.hasPrefix("progress 2 of 3") })
    #expect(!directoryEntries(task.folder).contains { $0.hasSuffix("progress") })
  }

  @Test("a command within a command has a progress file of its own")
  func inner() throws {
    let (outer, inner) = (SupervisedTask(), SupervisedTask())
    let script = """
      env \(inner.environment.joined(separator: " ")) \
        SUPERVISE_LOG=\(outer.folder)/inner \(RunningCommand.supervise) \
        sh -c 'echo 1/3 >"$ARGO_PROGRESS_FILE"'
      """
    let command = try RunningCommand(
      [RunningCommand.supervise, "sh", "-c", script], environment: outer.environment)
    _ = command.readAll()
    #expect(command.wait() == .code(0))
    #expect(inner.reports.contains { $0.hasPrefix("progress 1 of 3") })
    #expect(!outer.reports.contains { $0.hasPrefix("progress") })
  }

  @Test("a FIFO that the environment names as progress file keeps nobody waiting")
  func fifo() throws {
    let task = SupervisedTask()
    let path = "\(task.folder)/fifo"
    #expect(mkfifo(path, 0o600) == 0)
    let command = try RunningCommand(
      [RunningCommand.supervise, "true"],
      environment: task.environment + ["ARGO_PROGRESS_FILE=\(path)"])
    #expect(command.wait() == .code(0))
  }

  @Test("nobody else finds a descriptor or a variable that wasn't there")
  func others() throws {
    let script = "ls /proc/self/fd | tr '\\n' ' '; env | grep -E 'ZIG|NOTIFY|CARGO_TERM'; true"
    // Other tests of this process open and close descriptors meanwhile, which both would inherit.
    let closing = [
      "bash", "-c",
      #"for file in /proc/$$/fd/*; do n=${file##*/}; [ "$n" -le 2 ] || eval "exec $n>&-"; done; "#
        + #"exec "$@""#, "bash",
    ]
    let plain = try RunningCommand(closing + ["sh", "-c", script])
    let supervised = try RunningCommand(closing + [RunningCommand.supervise, "sh", "-c", script])
    #expect(plain.readAll() == supervised.readAll())
    _ = (plain.wait(), supervised.wait())
  }
}
