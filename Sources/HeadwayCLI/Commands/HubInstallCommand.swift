import ArgumentParser
import HeadwayConfig
import HeadwayModel
import HeadwayLink
import HeadwaySystem

/// The subcommands that install the hub as a systemd service.
extension HubCommand {
  /// The command `headway hub install`: lets systemd start the hub.
  struct Install: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "install",
      abstract: "Let systemd start the hub, at login and when a command needs it.",
      discussion: """
        headway hub install writes headway.socket and headway.service for your user's systemd, and \
        enables both. If a package has installed Headway, its units are used, and no files are \
        written. systemd restarts a hub that crashes. The hub isn't part of your login session.
        """)

    @Flag(name: .long, help: "Start the hub now too, in place of a running one. Tasks go on.")
    var now = false

    @Flag(
      name: .long,
      help: "Install the bridge to the MQTT broker of the config, too (headway help fleet).")
    var bridge = false

    @Flag(
      name: .long,
      help: "Install the unit that shows progress on the desktop, too (headway help fleet).")
    var desktop = false

    @Flag(name: .long, help: "Print the units and write nothing.")
    var print = false

    @Option(name: .customLong("package-units"), help: .hidden)
    var packageDirectory: String?

    /// Writes and enables the units. Without a reachable service manager it writes the files and
    /// says how to enable them.
    mutating func run() throws {
      if let packageDirectory { return try PackagedUnits.write(to: packageDirectory) }
      let paths = try Hub.paths()
      if bridge, try UserConfig.load().fleet.broker == nil {
        throw CommandFailure(
          "the config names no broker; add: [fleet] broker = \"mqtts://HOST\"", status: .usage)
      }
      let bridgeUnits: [BridgeUnit] = (bridge ? [.broker] : []) + (desktop ? [.desktop] : [])
      let installed = try InstalledUnits(paths, bridgeUnits: bridgeUnits)
      let names = HubUnits.names + bridgeUnits.map(\.name)
      let arePackaged = PackagedUnits.fit(paths)
      if print {
        return arePackaged
          ? Self.printUnits(PackagedUnits.files.filter { names.contains($0.name) }) {
            "\(PackagedUnits.directory)/\($0.name)"
          } : Self.printUnits(installed.units.files, at: installed.path)
      }
      let isChanged = try arePackaged ? Self.useThosePackaged() : installed.write()
      guard ServiceManager.isReachable else {
        return try Self.sayUnreachable(names, failing: now)
      }
      try ServiceManager.tell(["daemon-reload"])
      // The links of units that were removed would be in the way of enable.
      try ServiceManager.tell(["reenable"] + names)
      if now { try Self.start(paths, isChanged: isChanged) } else { Self.sayEnabled() }
      if now, bridge { try ServiceManager.tell(["restart", BridgeUnit.broker.name]) }
      if now, desktop {
        if ServiceManager.isActive("graphical-session.target") {
          try ServiceManager.tell(["restart", BridgeUnit.desktop.name])
        } else {
          StandardStreams.print(
            String(
              localized: """
                \(BridgeUnit.desktop.name) starts with your graphical session; none runs now
                """))
        }
      }
      if LoginManager.lingers == false {
        StandardStreams.print(
          String(
            localized: """
              your services end after your last logout; to keep them: loginctl enable-linger
              """))
      }
    }

    /// Leaves the work to the units of the package, and removes those that would hide them. Returns
    /// whether anything changed.
    private static func useThosePackaged() throws(CommandFailure) -> Bool {
      let own = try InstalledUnits(
        try Hub.paths(), bridgeUnits: BridgeProgram.path == nil ? [] : BridgeUnit.allCases)
      try own.refuseForeign()
      StandardStreams.print(
        String(localized: "the package's units are used: \(PackagedUnits.directory)"))
      return try own.remove()
    }

    /// Prints the files with their paths.
    private static func printUnits(_ files: [UnitFile], at path: (UnitFile) -> String) {
      for file in files { StandardStreams.print("# \(path(file))\n\(file.text)") }
    }

    /// Says whether the units are in use already.
    private static func sayEnabled() {
      StandardStreams.print(
        ServiceManager.isActive(HubUnits.socketName)
          ? String(
            localized: "enabled and listening; to apply changed units: headway hub install --now")
          : String(
            localized: """
              enabled, listens from your next login on; to start now: headway hub install --now
              """))
    }

    /// Tells the person what to do if systemd doesn't answer. With `failing`, throws the line
    /// instead of printing it, because `--now` promised a running hub.
    private static func sayUnreachable(
      _ names: [String], failing: Bool
    ) throws(CommandFailure) {
      let units = names.joined(separator: " ")
      let line = String(
        localized: """
          your systemd doesn't answer here; where it answers, run: systemctl --user enable --now \
          \(units)
          """)
      if failing { throw CommandFailure(line, status: .failure) }
      StandardStreams.print(line)
    }

    /// Replaces the running hub by systemd's. Holds the start lock meanwhile, so that no other
    /// process starts a hub before systemd's socket is there.
    private static func start(_ paths: HeadwayPaths, isChanged: Bool) throws(CommandFailure) {
      let lock = try startLock(paths)
      defer { withExtendedLifetime(lock) {} }
      if !ServiceManager.isActive(HubUnits.socketName) {
        if HubLauncher.listens(paths) { try HubCommand.stop() }
        try ServiceManager.tell(["start", HubUnits.socketName])
      } else if isChanged {
        try ServiceManager.tell(["restart", HubUnits.socketName])
      }
      try HubCommand.printStatus(start: .ifNeeded)
    }

    /// Takes the lock on starting a hub. Nil if another process holds the lock, because it is
    /// starting a hub right now.
    private static func startLock(_ paths: HeadwayPaths) throws(CommandFailure) -> OwnedDescriptor?
    {
      do {
        try PrivateDirectory.ensure(paths.runtimeDirectory)
      } catch {
        throw CommandFailure(.directory(error))
      }
      do {
        guard let lock = try FileLock.acquire(paths.startLock) else { return nil }
        return OwnedDescriptor(lock.relinquish())
      } catch {
        throw CommandFailure(.system(error))
      }
    }
  }

  /// The command `headway hub uninstall`: removes the units. Commands then start the hub
  /// themselves.
  struct Uninstall: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "uninstall",
      abstract: "Remove the systemd units; commands start the hub again, and tasks go on.")

    /// Disables and removes the units. Files that somebody else wrote stay.
    mutating func run() throws {
      // The program of the bridge may be gone.
      let installed = try InstalledUnits(
        try Hub.paths(), bridgeUnits: BridgeProgram.path == nil ? [] : BridgeUnit.allCases)
      let isReachable = ServiceManager.isReachable
      for unit in BridgeUnit.allCases where isReachable && ServiceManager.isEnabled(unit.name) {
        try ServiceManager.tell(["disable", "--now", unit.name])
      }
      if isReachable, HubUnits.names.contains(where: ServiceManager.isEnabled) {
        try ServiceManager.tell(["disable", "--now"] + HubUnits.names)
      }
      guard try installed.remove() else {
        return StandardStreams.print(String(localized: "nothing is installed"))
      }
      if isReachable {
        try ServiceManager.tell(["daemon-reload"])
      } else {
        StandardStreams.print(
          String(
            localized: """
              your systemd doesn't answer here; where it answers, run: systemctl --user \
              daemon-reload
              """))
      }
    }
  }
}
