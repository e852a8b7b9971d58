import Glibc
import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// Notices that the program file of the hub was replaced, as by an update of its package, so that the hub
/// can make room for the new program. One thread may use a watch.
///
/// The kernel tells of changes in the program's directory (inotify(7)): while nothing changes, nothing
/// happens here. On a file system of the network, and where the kernel has no watch left, there is no
/// watch; `headway doctor` then says that the hub is an old one.
final class ProgramWatch {
  private let path: String
  private let name: String
  private let identity: FileIdentity
  private var changes: DirectoryWatch?
  /// The time of the next look at the file; nil for none.
  private(set) var due: AwakeTime?
  private var looksLeft = 0

  /// The time in which an installation writes the file.
  private static let settlingTime: Duration = .seconds(3)
  /// The number of looks at a file that isn't a program yet.
  private static let lookLimit = 10
  /// The time that the new program has to say its version.
  private static let patience: Duration = .seconds(10)

  /// Begins to watch. Nil if the program's directory can't be watched.
  init?() {
    guard let path = linkTarget("/proc/self/exe"), let slash = path.lastIndex(of: "/"),
      let identity = FileIdentity(of: path)
    else { return nil }
    let directory = slash == path.startIndex ? "/" : String(path[..<slash])
    guard FileSystemKind.networkName(of: directory) == nil,
      let changes = DirectoryWatch(of: directory)
    else { return nil }
    (self.path, name) = (path, String(path[path.index(after: slash)...]))
    (self.identity, self.changes) = (identity, changes)
  }

  /// The descriptor to poll; nil for none.
  var descriptor: CInt? { changes?.descriptor }

  /// Reads what has changed, once the descriptor is readable.
  func noteChanges(at now: AwakeTime) {
    guard let (names, isIncomplete) = changes?.changes() else { return }
    if isIncomplete, names.isEmpty {
      // The kernel has no watch left, or has lost what it knew: one more look, and no ticks.
      changes = nil
    }
    guard names.contains(name) || isIncomplete else { return }
    (due, looksLeft) = (now + Self.settlingTime, Self.lookLimit)
  }

  /// Looks at the file if it is time. Returns the path of a program that is to replace this one.
  func takeSuccessor(at now: AwakeTime) -> String? {
    guard let due, now >= due else { return nil }
    self.due = nil
    // The kernel names a file that was replaced "PATH (deleted)".
    guard let found = FileIdentity(of: path), found != identity else { return nil }
    if let version, HubSuccession.replaces(version, own: HeadwayRelease.version) { return path }
    looksLeft -= 1
    if looksLeft > 0, version == nil { self.due = now + Self.settlingTime }
    return nil
  }

  /// The version that the program at the path says; nil for none, and for a file that others may have
  /// put there.
  private var version: String? {
    guard let file = RegularFile(of: path),
      HubSuccession.trusts(owner: file.owner, mode: file.mode, user: geteuid())
    else { return nil }
    let run = try? CapturedRun(path, [name, "--version"], within: Self.patience)
    guard let run, run.status == 0 else { return nil }
    return HubSuccession.version(in: String(decoding: run.output, as: UTF8.self))
  }
}
