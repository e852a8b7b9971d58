import Glibc

/// This process's environment, user and executable, as the start of a program reads them once.
package enum ProcessEnvironment {
  /// A copy of environ(7); the first of doubled names wins, as in getenv(3).
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

  /// The value of one variable (getenv(3)), for programs that start too often to copy all.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  package static var user: UInt32 { geteuid() }
  package static var pid: Int32 { getpid() }

  /// The absolute path of the running program (proc(5), `self/exe`); nil without /proc.
  package static var executablePath: String? { linkTarget("/proc/self/exe") }

  /// As the system has it (getcwd(3)); nil where it is gone.
  package static var workingDirectory: RawText? {
    guard let raw = getcwd(nil, 0) else { return nil }
    defer { free(raw) }
    return RawText(raw)
  }
}
