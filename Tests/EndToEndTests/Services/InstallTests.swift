import Foundation
import Testing

/// What `headway hub install` writes, where no service manager answers.
@Suite("Installing units", .fewAtATime) struct InstallTests {
  @Test("--print shows both units as they would be written, and writes nothing")
  func printed() async throws {
    try await Workspace.use(ownsBinaries: true) { workspace in
      let outcome = try await workspace.run("headway hub install --print; ls ~/.config")
      let units = "\(workspace.folder)/home/.config/systemd/user/headway"
      #expect(
        outcome.text == """
          # \(units).socket
          # Written by: headway hub install
          # What you change here is lost; use: systemctl --user edit headway.socket
          [Unit]
          Description=Headway's socket

          [Socket]
          ListenStream=\(workspace.socket)
          SocketMode=0600
          DirectoryMode=0700
          Backlog=4096
          # Tells those who mustn't start a hub that to connect is to start one.
          Symlinks="\(workspace.socket).activated"
          RemoveOnStop=yes

          [Install]
          WantedBy=sockets.target

          # \(units).service
          # Written by: headway hub install
          # What you change here is lost; use: systemctl --user edit headway.service
          [Unit]
          Description=Headway's hub
          Requires=headway.socket
          After=headway.socket

          [Service]
          Type=notify
          ExecStart="\(workspace.binaries)/headwayd"
          ExecReload="\(workspace.binaries)/headway" hub reload
          Environment="XDG_STATE_HOME=\(workspace.folder)/state"
          Environment="HEADWAY_SOCKET=\(workspace.socket)"
          Restart=on-failure
          # Queued jobs are processes of this service. They go on when the hub ends, is restarted or crashes,
          # and one that runs out of memory ends no other; how many there are is the hub's to limit.
          KillMode=process
          OOMPolicy=continue
          TasksMax=infinity
          # The hub waits 30 s at most for what programs assert that they must finish.
          TimeoutStopSec=45

          # At login: tasks may wait for no more than their time.
          [Install]
          WantedBy=default.target
          Also=headway.socket

          headway

          """)
    }
  }

  @Test("units that somebody else wrote are left alone")
  func foreign() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        """
        mkdir -p ~/.config/systemd/user; echo mine >~/.config/systemd/user/headway.service
        headway hub install; echo $?; ls ~/.config/systemd/user; cat ~/.config/systemd/user/*
        headway hub uninstall
        """)
      #expect(
        outcome.text.hasPrefix("70\nheadway.service\nmine\nkept "), "\(outcome.errorText)")
      #expect(outcome.errorText.contains("was written by somebody else"))
    }
  }

  @Test("without a service manager the units are written, and --now says why it can't")
  func unreachable() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        "unset XDG_RUNTIME_DIR; headway hub install; echo $?; headway hub install --now; echo $?")
      let units = "\(workspace.folder)/home/.config/systemd/user/headway"
      let advice =
        "your systemd doesn't answer here; where it runs: systemctl --user enable --now "
        + "headway.socket headway.service"
      #expect(
        outcome.text == """
          wrote \(units).socket
          wrote \(units).service
          \(advice)
          0
          unchanged \(units).socket
          unchanged \(units).service
          70

          """)
      #expect(outcome.errorText == "headway: \(advice)\n")
    }
  }

  @Test("systemd finds nothing wrong with the units, whatever the places are called")
  func verified() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        """
        export XDG_RUNTIME_DIR=$PWD XDG_STATE_HOME="$PWD/my 100% \\"state\\""
        headway hub install >/dev/null
        systemd-analyze --user verify ~/.config/systemd/user/headway.{socket,service} 2>&1
        HEADWAY_SOCKET="$PWD/a b/50%.sock" headway hub install >/dev/null
        systemd-analyze --user verify ~/.config/systemd/user/headway.{socket,service} 2>&1
        """)
      #expect(outcome.text == "" && outcome.code == 0)
    }
  }
}
