import ArgumentParser
import Glibc
import HeadwayLink
import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// The command `headway hosts install NAME…`: copies this version's programs to other machines.
///
/// ```sh
/// headway hosts install build1 gpu2
/// ```
struct HostsInstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Copy headway and headwayd to other machines.",
    discussion: """
      Copies the two programs of this version to ~/.local/bin there. If the config names a program \
      as command under [host.NAME], its folder gets them. The other machine must have the same \
      system and architecture.
      The programs are tried there first. Only if both run do they replace older ones. Running \
      tasks and the running hub go on with the older version; headway hosts install prints the line \
      that restarts the hub. The command asks you nothing, and tries each machine once.
      """)

  @Flag(name: .long, help: "Replace a newer version, too.")
  var force = false

  @Argument(
    help: ArgumentHelp(
      "Machines, as ssh knows them or as the config names them.", valueName: "name"),
    transform: Self.name)
  var names: [HostName]

  /// Copies to one machine after the other. The exit status is that of the first failure.
  mutating func run() throws {
    let programs = try InstalledPrograms()
    var status: CInt?
    for name in names.indices.filter({ !names[..<$0].contains(names[$0]) }).map({ names[$0] }) {
      do throws(CommandFailure) {
        try install(programs, on: name)
      } catch {
        StandardStreams.showInterim("")
        error.report()
        status = status ?? error.status
      }
    }
    if let status { throw CommandFailure(silently: status) }
  }

  private func install(
    _ programs: InstalledPrograms, on name: HostName
  ) throws(CommandFailure) {
    let host = try Hosts.named(name)
    let start = SystemClocks.awake
    StandardStreams.showInterim(String(localized: "\(name): connecting"))
    do throws(InstallTrouble) {
      let installation = try FarInstallation(on: host, try Self.paths())
      try installation.state().check(
        name, own: MachineName.system, version: HeadwayRelease.version, isForced: force)
      let outcome = try installation.copy(try programs.opened()) { sent in
        StandardStreams.showInterim(
          String(
            localized: """
              \(name): \(InstallLine.megabytes(sent)) of \(InstallLine.megabytes(programs.size))
              """))
      }
      StandardStreams.showInterim("")
      StandardStreams.print(
        InstallLine.done(
          name, folder: installation.shownFolder, size: programs.size,
          time: SystemClocks.awake - start))
      InstallLine.notes(name, outcome, installation).forEach(StandardStreams.print)
    } catch {
      throw CommandFailure(error)
    }
  }

  private static func paths() throws(InstallTrouble) -> HeadwayPaths {
    do throws(CommandFailure) {
      return try Hub.paths()
    } catch {
      throw .unreadable(error.message ?? String(localized: "no folder for the state"))
    }
  }

  private static func name(_ text: String) throws -> HostName {
    guard let name = HostName(text), text != HostChoice.all else {
      throw ValidationError(
        localized: "\(SanitisedText(text, limit: .line)) is no name of a machine")
    }
    return name
  }
}

/// The two programs of this version: the running one, and `headwayd` beside it.
struct InstalledPrograms {
  private let paths: [(name: String, path: String)]
  /// The number of bytes of both.
  let size: Int

  init() throws(CommandFailure) {
    guard let headway = ProcessEnvironment.executablePath, let daemon = HubLauncher.daemonPath()
    else { throw CommandFailure(.daemonMissing) }
    paths = [("headway", headway), ("headwayd", daemon)]
    size = paths.reduce(0) { $0 + (Self.size(of: $1.path) ?? 0) }
  }

  /// The programs, opened for one copy.
  func opened() throws(InstallTrouble) -> [ProgramArchive.File] {
    var files: [ProgramArchive.File] = []
    for (name, path) in paths {
      do throws(SystemError) {
        let file = try OwnedDescriptor(
          opening: "open \(path)", open(path, O_RDONLY | O_CLOEXEC))
        var info = stat()
        try SystemError.check("stat \(path)", fstat(file.raw, &info))
        files.append(.init(name: name, contents: file, size: Int(info.st_size)))
      } catch {
        throw .unreadable("\(error)")
      }
    }
    return files
  }

  private static func size(of path: String) -> Int? {
    var info = stat()
    return stat(path, &info) == 0 ? Int(info.st_size) : nil
  }
}

/// The lines of `headway hosts install`.
enum InstallLine {
  /// The line of a machine that has the programs now.
  static func done(_ host: HostName, folder: String, size: Int, time: Duration) -> String {
    let tenths = (max(0, time.wholeMilliseconds) + 50) / 100
    return String(
      localized: """
        \(host): headway \(HeadwayRelease.version) is in \(folder) (\(megabytes(size)), \
        \(tenths / 10).\(tenths % 10) s)
        """)
  }

  /// The lines about an older hub, and about another program that is found first.
  static func notes(
    _ host: HostName, _ outcome: InstallOutcome, _ installation: FarInstallation
  ) -> [String] {
    var lines: [String] = []
    if outcome.hasOtherHub(than: HeadwayRelease.version), let hub = outcome.hub {
      lines.append(
        String(
          localized: """
            \(host): its hub is \(hub) and goes on; to restart it: \(installation.restartLine)
            """))
    }
    if let other = outcome.otherProgram, installation.usesSearchPath {
      lines.append(
        String(
          localized: """
            \(host): its PATH has \(other) first; to use the new one, remove that, or set command = \
            "~/.local/bin/headway" under [host.\(host)]
            """))
    }
    return lines
  }

  /// A number of bytes in whole MB, rounded up.
  static func megabytes(_ bytes: Int) -> String { "\((bytes + 999_999) / 1_000_000) MB" }
}

extension CommandFailure {
  /// Describes a failed installation by a line and an exit status.
  fileprivate init(_ trouble: InstallTrouble) {
    let status: HeadwayProgram.ExitStatus =
      switch trouble {
      case .host: .noHub
      case .otherProgram: .usage
      case .otherSystem, .newer: .notPermitted
      case .unreadable, .diskFull, .cannotRun, .failed: .failure
      }
    self.init("\(trouble)", status: status)
  }
}
