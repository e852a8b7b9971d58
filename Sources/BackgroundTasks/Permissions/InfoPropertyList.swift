import Foundation

/// The program's Info.plist: the one that HEADWAY_INFO_PLIST names, else the one beside the
/// executable.
struct InfoPropertyList {
  private let path: String?
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

  /// A list that was meant and can't be read permits nothing, and a line on standard error says so.
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

  private func nothing(_ reason: String) -> PermittedIdentifiers {
    StandardError.say("\(reason); no background task is permitted")
    return .listed([])
  }

  private static func dictionary(in data: Data) -> [String: Any]? {
    (try? PropertyListSerialization.propertyList(from: data, format: nil)) as? [String: Any]
  }
}
