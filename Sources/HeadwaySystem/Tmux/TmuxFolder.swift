internal import Glibc
internal import SystemPackage

/// An open folder of tmux sockets in which only this user or root can put or replace a file.
///
/// The checks look at the folder that was opened, and a client reaches the socket through that
/// descriptor. Renaming the folder or one above it between check and use changes nothing.
struct TmuxFolder: Sendable {
  /// The rights that other users may have in the folder.
  enum Rule {
    /// tmux's own folder: a directory of this user, no link, without any right for others.
    case closed
    /// The folder of a socket that `TMUX` names: of this user or of root, and not writable for
    /// others. A sticky bit isn't enough: after the server has gone, anybody can take its name.
    case unwritable
  }

  let path: String
  let descriptor: OwnedDescriptor

  /// Opens and checks the folder at `path`. Throws if the rule isn't kept.
  init(opening path: String, _ rule: Rule) throws(TmuxSocketError) {
    self.path = path
    // Check the path first: the message is better than that of a failed open(2), since another
    // user's closed folder can't be opened.
    try Self.check(path, rule) { lstat(path, &$0) }
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (rule == .closed ? O_NOFOLLOW : 0)
    do {
      descriptor = try OwnedDescriptor(opening: "open", open(path, flags)).raised()
    } catch {
      throw TmuxSocketError(path: path, problem: .failed(error))
    }
    let raw = descriptor.raw
    try Self.check(path, rule) { fstat(raw, &$0) }
  }

  /// Returns a path of the socket `name` that leads through `descriptor`. In the process that uses
  /// the path, the descriptor has the given number (proc(5), `self/fd`).
  func address(of name: String, under number: CInt) -> String {
    "/proc/self/fd/\(number)/\(name)"
  }

  /// Throws unless `name` is a socket of this user at which a process of this user listens
  /// (`SO_PEERCRED`, unix(7)). Sends nothing to that process.
  func check(socket name: String) throws(TmuxSocketError) {
    try checkFile(name)
    let user: UInt32
    do {
      let connection = OwnedDescriptor(
        try UnixSocket.connect(to: address(of: name, under: descriptor.raw)))
      user = try UnixSocket.peer(of: connection.descriptor).user
    } catch {
      throw TmuxSocketError(path: "\(path)/\(name)", problem: Self.problem(of: error))
    }
    guard user == geteuid() else {
      throw TmuxSocketError(path: "\(path)/\(name)", problem: .foreignServer(user: user))
    }
  }

  private func checkFile(_ name: String) throws(TmuxSocketError) {
    let path = "\(path)/\(name)"
    var status = stat()
    guard fstatat(descriptor.raw, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw TmuxSocketError(path: path, problem: Self.problem(of: SystemError("look at it")))
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw TmuxSocketError(path: path, problem: .notSocket)
    }
    guard status.st_uid == geteuid() else {
      throw TmuxSocketError(path: path, problem: .foreignSocket(owner: status.st_uid))
    }
  }

  private static func check(
    _ path: String, _ rule: Rule, _ look: (inout stat) -> CInt
  ) throws(TmuxSocketError) {
    var status = stat()
    guard look(&status) == 0 else {
      throw TmuxSocketError(path: path, problem: problem(of: SystemError("look at it")))
    }
    if let problem = problem(of: status, rule) {
      throw TmuxSocketError(path: path, problem: problem)
    }
  }

  private static func problem(of status: stat, _ rule: Rule) -> TmuxSocketProblem? {
    let kind = status.st_mode & S_IFMT
    // A link is followed if only the folder behind it counts. That folder is checked once it is
    // open.
    if rule == .unwritable, kind == S_IFLNK { return nil }
    guard kind == S_IFDIR else { return .notDirectory }
    let owners = rule == .closed ? [geteuid()] : [geteuid(), 0]
    guard owners.contains(status.st_uid) else { return .foreignFolder(owner: status.st_uid) }
    let forbidden: UInt32 = rule == .closed ? 0o077 : 0o022
    return status.st_mode & forbidden == 0 ? nil : .openFolder(mode: status.st_mode & 0o7777)
  }

  private static func problem(of error: SystemError) -> TmuxSocketProblem {
    switch error.errno {
    case .noSuchFileOrDirectory: .missing
    case .connectionRefused: .notListening
    case .resourceTemporarilyUnavailable: .busy
    default: .failed(error)
    }
  }
}
