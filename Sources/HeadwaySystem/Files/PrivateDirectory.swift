import CHeadwaySystem
import Glibc
internal import HeadwayModel
package import SystemPackage

/// Checks for directories that only this user can enter.
///
/// The owner and the mode are checked, not only whether the directory exists: in `/tmp` another
/// user may have made it first.
package enum PrivateDirectory {
  /// Makes `path` and its missing parents with mode 0700. Throws unless the result is a directory
  /// (no link) of this user that is closed to others.
  package static func ensure(_ path: String) throws(DirectoryError) {
    if let problem = find(path) {
      guard problem == .missing else { throw DirectoryError(path: path, problem: problem) }
      try make(path)
      if let problem = find(path) { throw DirectoryError(path: path, problem: problem) }
    }
  }

  /// Throws if `path` exists and isn't private. A missing directory is fine, since it can be made.
  package static func check(_ path: String) throws(DirectoryError) {
    guard let problem = find(path), problem != .missing else { return }
    throw DirectoryError(path: path, problem: problem)
  }

  /// Throws if nothing can be created in `path`, as on a read-only disk (access(2)).
  package static func checkWritable(_ path: String) throws(DirectoryError) {
    guard access(path, W_OK) == 0 else {
      throw DirectoryError(path: path, problem: .failed(.last))
    }
  }

  /// Whether `path` is a directory of this user, with any mode.
  package static func isOwn(_ path: String) -> Bool {
    switch find(path) {
    case nil, .open: true
    case .missing, .notDirectory, .foreign, .failed: false
    }
  }

  /// Returns the reason why `path` isn't a private directory; nil if it is one.
  package static func find(_ path: String) -> DirectoryProblem? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      let error = Errno.last
      return error == .noSuchFileOrDirectory ? .missing : .failed(error)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { return .notDirectory }
    guard status.st_uid == geteuid() else { return .foreign(owner: status.st_uid) }
    return status.st_mode & 0o077 == 0 ? nil : .open(mode: status.st_mode & 0o1777)
  }

  /// Makes `path` and its missing parents with mode 0700 (mkdir(2)). An existing directory is fine.
  package static func make(_ path: String) throws(DirectoryError) {
    let parent = FilePath(path).removingLastComponent().string
    if !parent.isEmpty, parent != "/", find(parent) == .missing { try make(parent) }
    guard mkdir(path, 0o700) == 0 || Errno.last == .fileExists else {
      throw DirectoryError(path: path, problem: .failed(.last))
    }
  }
}

/// A reason why a directory isn't private.
package enum DirectoryProblem: Hashable, Sendable {
  case missing
  case notDirectory
  /// The directory belongs to another user.
  case foreign(owner: UInt32)
  /// Other users have rights in the directory.
  case open(mode: UInt32)
  /// A system call failed.
  case failed(Errno)
}

/// A directory that can't be used, with a message that says what to do.
package struct DirectoryError: Error, Hashable, CustomStringConvertible {
  package let path: String
  package let problem: DirectoryProblem

  package init(path: String, problem: DirectoryProblem) {
    self.path = path
    self.problem = problem
  }

  /// Whether the directory has a name that only Headway uses.
  ///
  /// The advice to run chmod(1) is given only for these. On another directory, such as `/dev`, it
  /// would break other programs.
  private var isMadeByHeadway: Bool {
    let parts = FilePath(path).components.map(\.string)
    guard let name = parts.last else { return false }
    let parent = parts.dropLast().last ?? ""
    let isRoot = name == "headway" || name == "headway-\(geteuid())"
    let isPart = ["spool", "logs", "attach"].contains(name) && parent.hasPrefix("headway")
    return isRoot || isPart
  }

  package var description: String {
    switch problem {
    case .foreign(let owner) where isMakeshift:
      String(
        localized: """
          \(path) belongs to user \(owner), not to you; set HEADWAY_SOCKET to a path in a folder of \
          your own, the same in every terminal
          """)
    case .notDirectory where isMakeshift:
      String(
        localized: """
          \(path) is not a directory; remove it, or set HEADWAY_SOCKET to a path in a folder of your \
          own, the same in every terminal
          """)
    case .missing: String(localized: "\(path) is missing; make it with mode 0700")
    case .notDirectory: String(localized: "\(path) is not a directory; remove it")
    case .foreign(let owner):
      String(
        localized: """
          \(path) belongs to user \(owner), not to you; set HOME, XDG_STATE_HOME and \
          XDG_RUNTIME_DIR to directories of yours
          """)
    case .open(let mode) where mode & 0o1000 != 0:
      String(
        localized: """
          \(path) is shared by all users; name a directory of your own, or unset HEADWAY_SOCKET
          """)
    case .open(let mode) where isMadeByHeadway:
      String(
        localized: """
          \(path) is open to others (mode \(String(mode, radix: 8))); run: chmod 700 \(path)
          """)
    case .open(let mode):
      String(
        localized: """
          \(path) is open to others (mode \(String(mode, radix: 8))), and Headway didn't make it; \
          set HEADWAY_SOCKET to a path in a private folder of yours, or unset it
          """)
    case .failed(let error) where [.noSpace, .diskQuotaExceeded].contains(error):
      String(localized: "\(path) can't be used: \(error.words); make room on its disk")
    case .failed(let error):
      String(
        localized: """
          \(path) can't be used: \(error.words); make it writable for you, or set HOME, \
          XDG_STATE_HOME and XDG_RUNTIME_DIR to places that are
          """)
    }
  }

  /// Whether the directory is in `/tmp`. Another user's directory there can be removed only by that
  /// user and root, so the advice is another path.
  private var isMakeshift: Bool { path == HeadwayPaths.makeshiftDirectory }
}

/// A test of whether files can be written.
extension PrivateDirectory {
  /// Throws if no file could be written in `path`, or `path` couldn't be made.
  ///
  /// The check writes a nameless file: access(2) knows neither of full disks nor of a superuser's
  /// limits. Nothing is left behind. The error names the directory that couldn't be made.
  package static func checkUsable(_ path: String) throws(DirectoryError) {
    try check(path)
    var (place, failing) = (FilePath(path), path)
    while find(place.string) == .missing, place.removeLastComponent() {
      if find(place.string) == .missing { failing = place.string }
    }
    if let error = errorOfWriting(in: place.string) {
      throw DirectoryError(path: failing, problem: .failed(error))
    }
  }

  /// Writes a page to a nameless file in `path`. Returns the error, or nil.
  private static func errorOfWriting(in path: String) -> Errno? {
    do {
      let file = try OwnedDescriptor(opening: "try \(path)", headway_open_nameless(path))
      let page = [UInt8](repeating: 0, count: 4096)
      try SystemError.check("write", CInt(clamping: write(file.raw, page, page.count)))
      return nil
    } catch {
      return error.errno
    }
  }
}
