import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import SystemPackage

/// The hub's unit files in the user's own directory (systemd.unit(5)). `headway hub install` writes
/// them, and `uninstall` removes them.
struct InstalledUnits {
  /// The directory: `$XDG_CONFIG_HOME/systemd/user`, otherwise `~/.config/systemd/user`.
  let directory: String
  let units: HubUnits

  /// The largest file that is read, in bytes. A larger one isn't Headway's.
  private static let fileByteLimit = 1 << 16

  /// Prepares the units for this installation. Throws if home directory, `headwayd` or this program
  /// can't be found, or if a path can't be written in a unit.
  ///
  /// - Parameter bridgeUnits: the units of the bridge among them.
  init(_ paths: HeadwayPaths, bridgeUnits: [BridgeUnit] = []) throws(CommandFailure) {
    guard let directory = Self.directory() else {
      throw CommandFailure(
        "neither HOME nor XDG_CONFIG_HOME is an absolute path; set one", status: .usage)
    }
    guard let daemon = HubLauncher.daemonPath() else { throw CommandFailure(.daemonMissing) }
    guard let program = ProcessEnvironment.executablePath else {
      throw CommandFailure(
        "the path of headway can't be found; check that /proc is mounted", status: .failure)
    }
    let bridge = bridgeUnits.isEmpty ? nil : BridgeProgram.path
    guard bridgeUnits.isEmpty || bridge != nil else { throw BridgeProgram.missing }
    let environment = HubUnitEnvironment(
      user: ProcessEnvironment.user, ProcessEnvironment.variable)
    guard
      let units = HubUnits(
        daemon: daemon, program: program, bridge: bridge, bridgeUnits: bridgeUnits,
        socket: paths.socket, environment: environment)
    else {
      throw CommandFailure(
        """
        a unit can't contain a relative path or a control character; check \(daemon), \
        \(paths.socket), HEADWAY_STATE, XDG_CONFIG_HOME and XDG_STATE_HOME
        """, status: .usage)
    }
    self.directory = directory
    self.units = units
  }

  func path(of file: UnitFile) -> String { "\(directory)/\(file.name)" }

  /// Whether the file is missing, up to date, outdated, or written by somebody else.
  func state(of file: UnitFile) throws(CommandFailure) -> UnitFile.State {
    do {
      let bytes = try DurableFile.read(path(of: file), byteLimit: Self.fileByteLimit)
      return file.state(given: bytes.map { String(decoding: $0, as: UTF8.self) })
    } catch {
      throw CommandFailure("\(error); check \(path(of: file))", status: .failure)
    }
  }

  /// Writes missing and outdated files, and prints a line for each file. Returns whether anything
  /// changed. Throws before the first change if a file isn't Headway's.
  func write() throws(CommandFailure) -> Bool {
    try refuseForeign()
    var isChanged = false
    for file in units.files {
      if try state(of: file) == .upToDate {
        StandardStreams.print(String(localized: "unchanged \(path(of: file))"))
      } else {
        try write(file)
        isChanged = true
      }
    }
    return isChanged
  }

  /// Removes the files that Headway wrote, and prints a line for each. Returns whether anything
  /// changed.
  func remove() throws(CommandFailure) -> Bool {
    var isChanged = false
    for file in units.files {
      switch try state(of: file) {
      case .missing: break
      case .foreign:
        StandardStreams.print(String(localized: "kept \(path(of: file)): Headway didn't write it"))
      case .upToDate, .outdated:
        unlink(path(of: file))
        StandardStreams.print(String(localized: "removed \(path(of: file))"))
        isChanged = true
      }
    }
    return isChanged
  }

  /// Throws if somebody else wrote one of the files.
  func refuseForeign() throws(CommandFailure) {
    for file in units.files where try state(of: file) == .foreign {
      throw CommandFailure(
        """
        \(path(of: file)) was written by somebody else; move it away, or merge it with: \
        headway hub install --print
        """, status: .failure)
    }
  }

  /// Writes a file, creates the directory if needed, and prints a line.
  private func write(_ file: UnitFile) throws(CommandFailure) {
    do {
      try PrivateDirectory.make(directory)
      try DurableFile.write(Array(file.text.utf8), to: path(of: file), mode: 0o644)
    } catch {
      throw CommandFailure("\(error)", status: .failure)
    }
    StandardStreams.print(String(localized: "wrote \(path(of: file))"))
  }

  /// The directory for units. Nil if neither variable names an absolute path.
  private static func directory() -> String? {
    let variables = ProcessEnvironment.variables
    if let config = variables["XDG_CONFIG_HOME"], config.hasPrefix("/") {
      return config + "/systemd/user"
    }
    guard let home = variables["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.config/systemd/user"
  }
}
