import Glibc
import HeadwayModel

extension HeadwayConfig {
  /// The largest size of a config file in bytes. A larger file is refused: it is something else.
  package static let fileByteLimit = 1 << 20

  /// The path of the config file; nil without a home.
  ///
  /// The path is `$XDG_CONFIG_HOME/headway/config.toml`, or below `~/.config` if the variable isn't
  /// set. A relative path in the variable is ignored, as the XDG Base Directory Specification asks.
  ///
  /// - Parameter variable: Returns an environment variable; nil if it isn't set.
  package static func path(_ variable: (String) -> String?) -> String? {
    if let base = variable("XDG_CONFIG_HOME"), base.hasPrefix("/") {
      return "\(base)/headway/config.toml"
    }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/.config/headway/config.toml"
  }

  /// Reads the file at `path`; returns the defaults if there is none.
  ///
  /// - Parameter check: Looks for further faults in the decoded settings. Its errors get their
  ///   place in the file, like all others.
  /// - Throws: ``ConfigError`` if the file can't be trusted, read or understood. A file that can't
  ///   be understood is never used in part.
  package static func load(
    path: String, check: (HeadwayConfig) throws(ConfigError) -> Void = { _ in }
  ) throws(ConfigError) -> HeadwayConfig {
    guard let bytes = try read(path) else { return HeadwayConfig() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ConfigError(.notText, String(wire: "not UTF-8; save the file as UTF-8 text"))
    }
    let config = try decode(text, home: getenv("HOME").map { String(cString: $0) })
    do {
      try check(config)
    } catch {
      throw error.placed(in: text)
    }
    return config
  }

  /// The bytes of the file; nil if it doesn't exist (open(2), read(2)).
  ///
  /// `O_NONBLOCK` and `O_NOCTTY` are for a path that leads to a FIFO or a terminal: opening must
  /// not wait.
  private static func read(_ path: String) throws(ConfigError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .unreadable(errno)
    }
    defer { close(descriptor) }
    if let problem = problem(ofOwner: descriptor) { throw problem }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= fileByteLimit {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += chunk.prefix(count)
      } else if errno != EINTR {
        throw .unreadable(errno)
      }
    }
    throw ConfigError(.tooLarge, String(wire: "larger than 1 MiB; make the file smaller"))
  }
}

extension HeadwayConfig {
  /// The reason not to trust an open file; nil if there is none.
  ///
  /// The hooks in it run as this user. Therefore only this user or root may own the file, and
  /// nobody else may write it, as ssh(1) asks of `~/.ssh/config`. The user's own primary group may
  /// write it: where each user has a group of their own, new files are writable for it (umask 002).
  ///
  /// The check is made on the open descriptor (fstat(2)), since the path could be replaced after
  /// it.
  private static func problem(ofOwner descriptor: CInt) -> ConfigError? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .unreadable(errno) }
    guard [geteuid(), 0].contains(status.st_uid) else {
      return ConfigError(
        .untrusted,
        String(
          wire: """
            the file belongs to user \(status.st_uid), not to you; set XDG_CONFIG_HOME to a folder \
            of yours
            """))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    // A group of the user's own has no other members.
    let isForOthers = status.st_mode & 0o002 != 0
    let isForGroup = status.st_mode & 0o020 != 0 && status.st_gid != getegid()
    guard isForOthers || isForGroup else { return nil }
    return ConfigError(
      .untrusted, String(wire: "others can write the file; run chmod go-w on it"))
  }
}

extension ConfigError {
  /// The error for a failed system call, by its errno.
  fileprivate static func unreadable(_ code: Int32) -> ConfigError {
    guard code != EISDIR else {
      return ConfigError(
        .unreadable, String(wire: "a folder, not a file; move it away, and make a file here"))
    }
    let reason = String(cString: strerror(code))
    return ConfigError(.unreadable, String(wire: "\(reason); check its permissions"))
  }
}
