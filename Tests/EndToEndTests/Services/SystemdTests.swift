import Foundation
import Testing
import TestHarness

/// With the user's real service manager.
@Suite("systemd", .fewAtATime, .enabled(if: UserManager.isPossible)) struct SystemdTests {
  @Test("install takes over from a hub that runs; its job goes on; twice changes nothing")
  func install() async throws {
    try await Workspace.use { workspace in
      let outcome = try await UserManager.run(
        """
        headway run --title J -- sh -c 'until [ -e go ]; do sleep 0.05; done; exit 4' & job=$!
        until headway list | grep -q running; do sleep 0.05; done
        headway hub install --now | sed 's/[0-9.]*, pid [0-9]*/V, pid N/'
        systemctl --user is-enabled headway.socket headway.service
        until systemctl --user is-active headway.service >/dev/null; do sleep 0.05; done
        headway list | grep -o '1  running'
        headway hub install | sed 's/[0-9.]*, pid [0-9]*/V, pid N/'
        touch go; wait $job; echo "exit $?"
        """, in: workspace)
      let units = "\(workspace.folder)/home/.config/systemd/user/headway"
      #expect(
        outcome.text == """
          wrote \(units).socket
          wrote \(units).service
          stopped
          headwayd V, pid N, protocol 1
          socket /run/user/0/headway/hub.sock
          record \(workspace.folder)/state/headway/record.sqlite
          enabled
          enabled
          1  running
          unchanged \(units).socket
          unchanged \(units).service
          enabled and listening; to apply changed units: headway hub install --now
          exit 4

          """)
      #expect(outcome.errorText.isEmpty)
    }
  }

  @Test(
    "no job stops because the hub is restarted, killed or stopped, though it is a process of its service"
  )
  func jobs() async throws {
    try await Workspace.use { workspace in
      let outcome = try await UserManager.run(
        """
        headway hub install --now >/dev/null
        headway submit --title J -- sh -c \\
          'cat /proc/self/cgroup >place; until [ -e go ]; do sleep 0.05; done; exit 4'
        state() { headway list | grep -oE '1  (running|queued)'; }
        until state | grep -q running && [ -s place ]; do sleep 0.05; done
        grep -o headway.service place
        systemctl --user restart headway.service; state
        systemctl --user kill --signal=KILL --kill-who=main headway.service
        until state; do sleep 0.05; done
        headway hub stop; state; touch go; headway wait 1; echo "exit $?"
        headway list | grep -o 'failed with exit code 4'
        """, in: workspace)
      #expect(
        outcome.text == """
          1
          headway.service
          1  running
          1  running
          stopped
          1  running
          exit 4
          failed with exit code 4

          """, "\(outcome.status) \(outcome.errorText)")
    }
  }

  @Test("what only waits for its time has it also where its hub was killed, and nobody looks")
  func waiting() async throws {
    try await Workspace.use { workspace in
      let outcome = try await UserManager.run(
        """
        headway hub install --now >/dev/null
        headway submit --title J --at +2s -- touch went
        systemctl --user kill --signal=KILL --kill-who=main headway.service
        until [ -e went ]; do sleep 0.05; done; echo went
        """, in: workspace)
      #expect(outcome.text == "1\nwent\n", "\(outcome.status) \(outcome.errorText)")
    }
  }

  @Test("what waited for its time at a logout has it after the next login, though nobody asks")
  func login() async throws {
    try await Workspace.use { workspace in
      let before = try await UserManager.run(
        "headway hub install --now >/dev/null; headway submit --title J --at +2s -- touch went",
        in: workspace)
      #expect(before.text == "1\n", "\(before.errorText)")
      let after = try await UserManager.run(
        "until [ -e went ]; do sleep 0.05; done; echo went", in: workspace)
      #expect(after.text == "went\n", "\(after.errorText)")
    }
  }

  @Test("systemctl reload has the hub read its config again, and fails where that can't be")
  func reload() async throws {
    try await Workspace.use(config: "[queue]\nslots = 1\n") { workspace in
      let outcome = try await UserManager.run(
        """
        headway hub install --now >/dev/null; config=~/.config/headway/config.toml
        headway submit -- sleep 300; headway submit --title two -- sleep 300
        headway list | grep -c queued
        echo '[queue' >$config; systemctl --user reload headway.service 2>/dev/null || echo refused
        printf '[queue]\\nslots = 2\\n' >$config; systemctl --user reload headway.service
        until headway list | grep two | grep -q running; do sleep 0.05; done; echo two
        """, in: workspace)
      #expect(
        outcome.text == "1\n2\n1\nrefused\ntwo\n", "\(outcome.status) \(outcome.errorText)")
    }
  }

  @Test("a job of systemd's own gets a scope of less weight while it is in the background")
  func scope() async throws {
    try await Workspace.use { workspace in
      try workspace.write(LeavingTests.selector, to: "work/chooser.py")
      let outcome = try await UserManager.run(
        """
        export HEADWAY_SOCKET=$XDG_RUNTIME_DIR/headway/hub.sock
        job='headway run --title J -- sleep 300'
        systemd-run --user --scope -q tmux -L scope -f /dev/null new-session -d "exec $job"
        until headway list | grep -q running; do sleep 0.05; done
        key=$(headway list --json | grep -o '"key" : "[0-9a-f]*' | cut -c10-); scope=headway-$key.scope
        tmux -L scope kill-server
        weight() { systemctl --user show -p CPUWeight -p IOWeight --value $scope | xargs; }
        until [ "$(weight)" = "20 20" ]; do sleep 0.05; done
        grep -o $scope /proc/$(pgrep -x sleep -n)/cgroup | sort -u | sed s/$key/KEY/
        python3 chooser.py $key & chooser=$!
        until [ "$(weight)" = "100 100" ]; do sleep 0.05; done; echo raised
        touch leave; wait $chooser
        until [ "$(weight)" = "20 20" ]; do sleep 0.05; done; echo lowered
        headway cancel --force 1; headway wait 1
        until ! systemctl --user is-active -q $scope; do sleep 0.05; done; echo gone
        """, in: workspace)
      #expect(
        outcome.text == "headway-KEY.scope\nraised\nlowered\ngone\n",
        "\(outcome.status) \(outcome.text) \(outcome.errorText)")
    }
  }

  @Test("a hub that was told to stop stays away until a command wants one")
  func stopped() async throws {
    try await Workspace.use { workspace in
      let outcome = try await UserManager.run(
        """
        headway hub install --now >/dev/null
        headway run -- sh -c 'until [ -e go ]; do sleep 0.05; done' & job=$!
        until headway list | grep -q running; do sleep 0.05; done
        headway hub stop; until ! systemctl --user -q is-active headway.service; do sleep 0.05; done
        headway status; headway hub status 2>/dev/null; headway hub stop 2>/dev/null
        touch go; wait $job; echo "exit $?"
        systemctl --user is-active headway.service
        headway list | grep -o completed
        until systemctl --user is-active headway.service >/dev/null; do sleep 0.05; done
        """, in: workspace)
      #expect(
        outcome.text == "stopped\nexit 0\ninactive\ncompleted\n",
        "\(outcome.status) \(outcome.errorText)")
    }
  }

  @Test("a config that the hub can't read is named, also where systemd starts the hub")
  func brokenConfig() async throws {
    try await Workspace.use(config: "[hub\n") { workspace in
      let outcome = try await UserManager.run(
        """
        headway hub install >/dev/null; systemctl --user start headway.socket
        headway list && headway hub status
        """, in: workspace)
      #expect(
        outcome.text.contains(#/config.toml: line 1/#), "\(outcome.text)\(outcome.errorText)")
    }
  }

  @Test("uninstall leaves nothing, and commands start the hub again")
  func uninstall() async throws {
    try await Workspace.use { workspace in
      let outcome = try await UserManager.run(
        """
        headway hub install --now >/dev/null
        headway hub uninstall | wc -l
        systemctl --user is-active headway.socket headway.service
        ls ~/.config/systemd/user/ | grep headway
        headway hub start | grep -c headwayd
        headway hub uninstall; headway hub stop
        """, in: workspace)
      #expect(
        outcome.text == "2\ninactive\ninactive\n1\nnothing is installed\nstopped\n",
        "\(outcome.status) \(outcome.errorText)")
    }
  }
}
