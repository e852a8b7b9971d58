import Foundation
import HeadwayModel

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
      return nothing("\(path) isn't a property list with a dictionary")
    }
    guard let value = root[Self.key] else { return .everything }
    guard let identifiers = value as? [String] else {
      return nothing("\(Self.key) in \(path) isn't a list of strings")
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

/// Messages to the developer that no return value or error of Apple's interface can carry.
enum StandardError {
  /// Prints a line on standard error; a failed write is ignored.
  static func say(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data("BackgroundTasks: \(line)\n".utf8))
  }
}

/// The identifiers that a program may register and submit.
enum PermittedIdentifiers: Hashable, Sendable {
  /// Every identifier, because the program has no list.
  case everything
  /// The identifiers of a list.
  ///
  /// An entry is an identifier (`com.example.refresh`) or a family: `com.example.export.*` stands
  /// for all identifiers that have at least one more character after the last dot.
  case listed([String])

  /// Whether `identifier` may be registered and submitted. An identifier with a wildcard never may.
  func permits(_ identifier: String) -> Bool {
    guard Self.isConcrete(identifier) else { return false }
    switch self {
    case .everything: return true
    case .listed(let entries): return entries.contains { Self.covers($0, identifier) }
    }
  }

  /// Whether `identifier` names one kind of task. Wildcards belong into the list only.
  private static func isConcrete(_ identifier: String) -> Bool {
    !identifier.isEmpty && !identifier.hasSuffix("*")
  }

  /// Whether an entry of the list permits `identifier`. A bare `*` permits nothing.
  private static func covers(_ entry: String, _ identifier: String) -> Bool {
    entry != "*" && IdentifierPattern(entry)?.matches(identifier) ?? false
  }
}
