import Glibc

/// The environment, user and executable of this process.
package enum ProcessEnvironment {
  /// A copy of environ(7). The first of several equal names counts, as in getenv(3).
  package static var variables: [String: String] {
    var variables: [String: String] = [:]
    var entry: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
    while let raw = entry.pointee {
      let text = String(cString: raw)
      if let equals = text.firstIndex(of: "=") {
        let name = String(text[..<equals])
        if variables[name] == nil { variables[name] = String(text[text.index(after: equals)...]) }
      }
      entry += 1
    }
    return variables
  }

  /// Returns the value of one variable (getenv(3)); nil if it isn't set. Cheaper than a copy of
  /// all.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The effective user id.
  package static var user: UInt32 { geteuid() }
  /// The user's name in passwd(5); nil for a user who isn't listed there.
  package static var listedUserName: String? {
    let bytes = (try? DurableFile.read("/etc/passwd", byteLimit: 1 << 20)) ?? nil
    let own = "\(user)"
    for line in String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count > 2, fields[2] == own { return String(fields[0]) }
    }
    return nil
  }

  /// The process id.
  package static var pid: Int32 { getpid() }

  /// The absolute path of the running program (proc(5), `self/exe`); nil without /proc.
  package static var executablePath: String? { linkTarget("/proc/self/exe") }

  /// The working directory (getcwd(3)); nil if it was removed.
  package static var workingDirectory: RawText? {
    guard let raw = getcwd(nil, 0) else { return nil }
    defer { free(raw) }
    return RawText(raw)
  }
}
