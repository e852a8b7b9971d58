import Glibc

extension HeadwayConfig {
  /// More than this is no config file.
  package static let fileByteLimit = 1 << 20

  /// `$XDG_CONFIG_HOME/headway/config.toml`, else below `~/.config` (XDG Base Directory
  /// Specification, which has relative paths ignored); nil without a home.
  package static func path(_ variable: (String) -> String?) -> String? {
    if let base = variable("XDG_CONFIG_HOME"), base.hasPrefix("/") {
      return "\(base)/headway/config.toml"
    }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/.config/headway/config.toml"
  }

  /// The settings of the file at `path`; the defaults when there is none. What `check` finds wrong
  /// with them is named with its place, as all else.
  package static func load(
    path: String, check: (HeadwayConfig) throws(ConfigError) -> Void = { _ in }
  ) throws(ConfigError) -> HeadwayConfig {
    guard let bytes = try read(path) else { return HeadwayConfig() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ConfigError(.notText, "not UTF-8; save the file as UTF-8 text")
    }
    let config = try decode(text, home: getenv("HOME").map { String(cString: $0) })
    do {
      try check(config)
    } catch {
      throw error.placed(in: text)
    }
    return config
  }

  /// Nil for a file that doesn't exist (open(2), read(2)).
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
    throw ConfigError(.tooLarge, "more than 1 MiB; that is no config file")
  }
}

extension HeadwayConfig {
  /// The reason not to believe the file; nil for none. Its hooks run as this user, so that only this
  /// user and root may be able to write it: as ssh(1) asks of `~/.ssh/config`.
  private static func problem(ofOwner descriptor: CInt) -> ConfigError? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .unreadable(errno) }
    guard [geteuid(), 0].contains(status.st_uid) else {
      return ConfigError(
        .untrusted,
        "it belongs to user \(status.st_uid), not to you; set XDG_CONFIG_HOME to a folder of yours")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    // Where each user has a group of their own, files are writable for it by default (umask 002).
    let isForOthers = status.st_mode & 0o002 != 0
    let isForGroup = status.st_mode & 0o020 != 0 && status.st_gid != getegid()
    guard isForOthers || isForGroup else { return nil }
    return ConfigError(.untrusted, "others can write it; run: chmod go-w on it")
  }
}

extension ConfigError {
  fileprivate static func unreadable(_ code: Int32) -> ConfigError {
    guard code != EISDIR else {
      return ConfigError(.unreadable, "a folder; move it away, or put the settings in a file here")
    }
    return ConfigError(.unreadable, "\(String(cString: strerror(code))); check its permissions")
  }
}
