import Foundation

/// The program's Info.plist, with the list of permitted identifiers.
///
/// `HEADWAY_INFO_PLIST` names the file. Without the variable the file is `Info.plist` beside the
/// executable: a program on Linux has no bundle.
struct InfoPropertyList {
  private let path: String?
  /// Whether `HEADWAY_INFO_PLIST` names the file, so that a missing file is a mistake.
  private let isNamed: Bool

  static let key = "BGTaskSchedulerPermittedIdentifiers"
  private static let variable = "HEADWAY_INFO_PLIST"

  init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    executable: String? = try? FileManager.default.destinationOfSymbolicLink(
      atPath: "/proc/self/exe")
  ) {
    let named = environment[Self.variable].flatMap { $0.isEmpty ? nil : $0 }
    let beside = executable.map { ($0 as NSString).deletingLastPathComponent + "/Info.plist" }
    (path, isNamed) = (named ?? beside, named != nil)
  }

  /// The identifiers that the file permits.
  ///
  /// - Everything is permitted if there is no file beside the executable, or if the file has no
  ///   list.
  /// - Nothing is permitted if the file or its list can't be read, or if the file that
  ///   `HEADWAY_INFO_PLIST` names is missing. A line on standard error then gives the reason.
  func permittedIdentifiers() -> PermittedIdentifiers {
    guard let path else { return .everything }
    guard let data = FileManager.default.contents(atPath: path) else {
      return isNamed ? nothing("\(path) can't be read") : .everything
    }
    guard let root = Self.dictionary(in: data) else {
      return nothing("\(path) is no property list with a dictionary")
    }
    guard let value = root[Self.key] else { return .everything }
    guard let identifiers = value as? [String] else {
      return nothing("\(Self.key) in \(path) is no list of strings")
    }
    return .listed(identifiers)
  }

  /// Permits nothing, and prints `reason` on standard error.
  private func nothing(_ reason: String) -> PermittedIdentifiers {
    StandardError.say("\(reason); no background task is permitted")
    return .listed([])
  }

  private static func dictionary(in data: Data) -> [String: Any]? {
    (try? PropertyListSerialization.propertyList(from: data, format: nil)) as? [String: Any]
  }
}
