import HeadwayLink
import HeadwayModel
import HeadwaySystem

/// The units that a package of the distribution brings (systemd.unit(5)): the same for all users, so
/// that they fit only users whose files are at the usual places.
enum PackagedUnits {
  /// The directory of the units.
  static let directory = "/usr/lib/systemd/user"
  private static let programs = "/usr/bin"

  /// The units of the package. No command writes them, so that they say nothing of one.
  static var files: [UnitFile] {
    let units = HubUnits(
      daemon: "\(programs)/headwayd", program: "\(programs)/headway",
      bridge: "\(programs)/headway-bridge", bridgeUnits: BridgeUnit.allCases,
      socket: "/run/user/0/headway/hub.sock",
      environment: HubUnitEnvironment(user: 0) { _ in nil })
    return (units?.files ?? []).map { file in
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
      return UnitFile(
        name: file.name, text: lines.drop { $0.hasPrefix("#") }.joined(separator: "\n"))
    }
  }

  /// Whether the units of an installed package do for this user: they start the same programs, and the
  /// user's files are at the usual places.
  static func fit(_ paths: HeadwayPaths) -> Bool {
    let environment = HubUnitEnvironment(
      user: ProcessEnvironment.user, ProcessEnvironment.variable)
    return HubLauncher.daemonPath() == "\(programs)/headwayd"
      && environment.isUsual(socket: paths.socket)
      && HubUnits.names.allSatisfy { FileIdentity(of: "\(directory)/\($0)") != nil }
  }

  /// Writes the units into a directory, for the making of a package.
  static func write(to directory: String) throws(CommandFailure) {
    for file in files {
      do throws(SystemError) {
        try DurableFile.write(Array(file.text.utf8), to: "\(directory)/\(file.name)", mode: 0o644)
      } catch {
        throw CommandFailure("\(error)", status: .failure)
      }
    }
  }
}
