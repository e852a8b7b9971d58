import headway
import HeadwayModel
import Testing

@Suite("Units for the service manager") struct HubUnitsTests {
  @Test("the usual places: the socket by its specifier, no variable")
  func usual() throws {
    let units = try #require(
      made("/usr/local/bin/headwayd", "/run/user/1000/headway/hub.sock", ["HOME": "/home/ada"]))
    #expect(
      units.files.map(\.text) == [
        """
        # Written by: headway hub install
        # Changes here are lost; use: systemctl --user edit headway.socket
        [Unit]
        Description=Headway's socket

        [Socket]
        ListenStream=%t/headway/hub.sock
        SocketMode=0600
        DirectoryMode=0700
        Backlog=4096
        # Programs that must not start a hub see by this link that connecting would start one.
        Symlinks="%t/headway/hub.sock.activated"
        RemoveOnStop=yes

        [Install]
        WantedBy=sockets.target

        """,
        """
        # Written by: headway hub install
        # Changes here are lost; use: systemctl --user edit headway.service
        [Unit]
        Description=Headway's hub
        Requires=headway.socket
        After=headway.socket

        [Service]
        Type=notify
        ExecStart="/usr/local/bin/headwayd"
        ExecReload="/opt/50%%/headway" hub reload
        Restart=on-failure
        # Queued tasks are processes of this service. They go on when the hub ends or crashes.
        # A task that runs out of memory ends no other task. The hub limits the number of tasks.
        KillMode=process
        OOMPolicy=continue
        TasksMax=infinity
        # The hub waits at most 30 s for programs to finish their work.
        TimeoutStopSec=45

        # The hub starts at login, because tasks may wait only for their time.
        [Install]
        WantedBy=default.target
        Also=headway.socket

        """,
      ])
    #expect(units.files.map(\.name) == ["headway.socket", "headway.service"])
  }

  @Test("other places are named, so that the service finds the same files")
  func elsewhere() throws {
    let units = try #require(
      made(
        "/opt/my \"100%\" tools\\headwayd", "/srv/50%/hub.sock",
        [
          "XDG_RUNTIME_DIR": "/run/user/1000", "XDG_STATE_HOME": "/srv/state",
          "XDG_CONFIG_HOME": "relative",
        ]))
    let lines = units.files.flatMap { $0.text.split(separator: "\n") }
    #expect(lines.contains("ListenStream=/srv/50%%/hub.sock"))
    #expect(lines.contains("Symlinks=\"/srv/50%%/hub.sock.activated\""))
    #expect(lines.contains(#"ExecStart="/opt/my \"100%%\" tools\\headwayd""#))
    #expect(
      lines.filter { $0.hasPrefix("Environment=") } == [
        "Environment=\"XDG_STATE_HOME=/srv/state\"",
        "Environment=\"HEADWAY_SOCKET=/srv/50%%/hub.sock\"",
      ])
  }

  @Test("a runtime directory of another name is the specifier's too")
  func otherRuntime() throws {
    let units = try #require(
      made("/bin/headwayd", "/run/me/headway/hub.sock", ["XDG_RUNTIME_DIR": "/run/me"]))
    #expect(units.files[0].text.contains("ListenStream=%t/headway/hub.sock\n"))
  }

  @Test("the bridge to a broker starts at login, and the desktop's with a graphical session")
  func bridges() throws {
    let units = try #require(
      HubUnits(
        daemon: "/bin/headwayd", program: "/bin/headway", bridge: "/bin/headway-bridge",
        bridgeUnits: BridgeUnit.allCases, socket: "/run/user/1000/headway/hub.sock",
        environment: HubUnitEnvironment(user: 1000) { _ in nil }))
    #expect(
      units.files.dropFirst(2).map(\.name) == [
        "headway-bridge.service", "headway-desktop.service",
      ])
    #expect(
      units.files.last?.text == """
        # Written by: headway hub install
        # Changes here are lost; use: systemctl --user edit headway-desktop.service
        [Unit]
        Description=Headway's progress on the desktop
        PartOf=graphical-session.target
        After=graphical-session.target headway.socket

        [Service]
        ExecStart="/bin/headway-bridge" desktop
        Restart=on-failure
        RestartSec=5
        # The config has a mistake, or another bridge of this hub runs: trying again wouldn't help.
        RestartPreventExitStatus=64 75

        [Install]
        WantedBy=graphical-session.target

        """)
    #expect(units.files[2].text.contains("ExecStart=\"/bin/headway-bridge\"\nRestart="))
    #expect(units.files[2].text.contains("WantedBy=default.target\n"))
  }

  @Test("what a unit can't hold isn't written")
  func refused() {
    #expect(made("/bin/head\nwayd", "/run/hub.sock") == nil)
    #expect(made("bin/headwayd", "/run/hub.sock") == nil)
    #expect(made("/bin/headwayd", "hub.sock") == nil)
    #expect(made("/bin/headwayd", "/hub.sock", ["XDG_STATE_HOME": "/a\u{1B}[m"]) == nil)
  }

  @Test("a file is told by its text, and another's by its first line")
  func states() throws {
    let units = try #require(made("/bin/headwayd", "/run/user/1000/headway/hub.sock"))
    let file = units.files[1]
    #expect(file.state(given: nil) == .missing)
    #expect(file.state(given: file.text) == .upToDate)
    #expect(file.state(given: file.text + "\n") == .outdated)
    #expect(file.state(given: "[Service]\nExecStart=/bin/headwayd\n") == .foreign)
    #expect(file.state(given: "") == .foreign)
  }

  private func made(
    _ daemon: String, _ socket: String, _ variables: [String: String] = [:]
  ) -> HubUnits? {
    HubUnits(
      daemon: daemon, program: "/opt/50%/headway", socket: socket,
      environment: HubUnitEnvironment(user: 1000) { variables[$0] })
  }
}
