import TestHarness
import TestProcesses
import Testing

@Suite("GPUs")
struct GPUTests {
  private static let config = "[queue]\nslots = 8\nhide-gpus = true\n[resources]\ngpu = 3\n"
  private static let look = "sh -c 'echo gpu:$HEADWAY_GPU cuda:${CUDA_VISIBLE_DEVICES-unset}'"

  /// A program that takes nvidia-smi's place. It prints the lines of the file `memory`.
  private static func standIn(in folder: String) -> String {
    """
    #!/bin/sh
    # This is a stand-in for nvidia-smi, made by Headway's tests. It knows no GPU.
    case " $* " in
      *" --query-gpu=index,memory.free,memory.total "*) echo x >>\(folder)/looks ;;
      *) echo "this is a stand-in for nvidia-smi" >&2; exit 1 ;;
    esac
    cat \(folder)/memory
    """
  }

  @Test("a task gets the GPUs that it names, a part of one, or one that its shell sees; else none")
  func choices() async throws {
    try await Workspace.use(config: Self.config) { workspace in
      let script = """
        headway submit --gpus 0,2 -- \(Self.look)
        headway wait 1
        headway submit --needs gpu=0.5 -- \(Self.look)
        headway wait 2
        CUDA_VISIBLE_DEVICES=2,1 headway submit --needs gpu -- \(Self.look)
        headway submit -- \(Self.look)
        headway wait 3 4
        for n in 1 2 3 4; do headway logs $n | tr -d '\\015'; done
        headway run --gpus 1 -- \(Self.look)
        """
      let outcome = try await workspace.run(script)
      let lines = outcome.text.split(separator: "\n").filter { $0.contains("gpu:") }
      #expect(
        lines == [
          "gpu:0,2 cuda:0,2", "gpu:0 cuda:0", "gpu:1 cuda:1", "gpu: cuda:", "gpu:1 cuda:1",
        ], "\(outcome.text)\(outcome.errorText)")
      let missing = try await workspace.run("headway submit --gpus 3 -- true")
      #expect(missing.code == 77)
      #expect(
        missing.errorText == "headway: this machine has no GPU 3; it has the GPUs 0 to 2\n")
      let both = try await workspace.run("headway submit --gpus 1 --needs gpu -- true")
      #expect(both.code == 64)
    }
  }

  @Test("a shell that hides GPUs gets none, and the GPUs that a task has are in its JSON")
  func visibleOnes() async throws {
    try await Workspace.use(config: Self.config) { workspace in
      let hidden = try await workspace.run(
        "CUDA_VISIBLE_DEVICES= headway submit --needs gpu -- true")
      #expect(hidden.code == 64 && hidden.text.isEmpty)
      #expect(hidden.errorText.contains("CUDA_VISIBLE_DEVICES hides all GPUs"))
      let few = try await workspace.run(
        "CUDA_VISIBLE_DEVICES=1,2 headway submit --needs gpu=3 -- true")
      #expect(few.code == 77)
      #expect(
        few.errorText == "headway: the task needs 3 GPUs, and CUDA_VISIBLE_DEVICES leaves the GPUs "
          + "1,2; need fewer, or unset it\n")
      let list = try await workspace.run(
        """
        CUDA_VISIBLE_DEVICES=1,2 headway submit --needs gpu -- sleep 300 >/dev/null
        headway wait --state running 1; headway list --json
        """)
      #expect(list.text.contains("\"gpus\" : [1]"), "\(list.text)\(list.errorText)")
    }
  }

  @Test("two tasks share a GPU, and a whole one waits for both, also over a restart of the hub")
  func shares() async throws {
    try await Workspace.use(config: "[queue]\nslots = 8\n[resources]\ngpu = 1\n") { workspace in
      let script = """
        headway submit --title one --needs gpu=0.5 -- sh -c 'until [ -e go1 ]; do sleep .05; done'
        headway submit --title two --needs gpu=0.5 -- sh -c 'until [ -e go2 ]; do sleep .05; done'
        headway submit --title whole --needs gpu -- touch whole
        """
      _ = try await workspace.run(script)
      for name in ["one", "two"] {
        _ = try await workspace.task(name) { $0.state == "running" }
      }
      #expect(try await workspace.task("whole").blockedOn == "gpu")
      _ = try await workspace.run("headway hub stop; touch go1; headway wait 1")
      #expect(try await workspace.task("whole").blockedOn == "gpu")
      #expect(try await workspace.run("touch go2; headway wait --all; ls whole").code == 0)
    }
  }

  @Test("a GPU that others use isn't given to a task, and nobody looks once no task waits")
  func others() async throws {
    try await Workspace.use(config: Self.config) { workspace in
      try workspace.write(Self.standIn(in: workspace.work), to: "work/nvidia-smi")
      try workspace.write("0, 100, 16384\n1, 100, 16384\n2, 100, 16384\n", to: "work/memory")
      let script = """
        chmod 755 nvidia-smi; export PATH=$PWD:$PATH
        headway submit --title train --needs gpu -- \(Self.look)
        """
      _ = try await workspace.run(script)
      let waiting = try await workspace.task("train") { $0.blockedOn != "gpu" }
      #expect(waiting.blockedOn == "gpu (others use 0, 1, 2)")
      _ = try await workspace.run("echo '1, 16000, 16384' >memory; headway wait 1")
      let log = try await workspace.run("headway logs 1; wc -l <looks")
      #expect(log.text.contains("cuda:0") && log.code == 0, "\(log.text)")
    }
  }
}
