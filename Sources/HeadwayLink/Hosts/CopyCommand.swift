package import HeadwayModel

/// The command lines of rsync(1) and scp(1) that copy files to another machine.
///
/// Neither lets the far shell see a name: rsync sends them in its protocol (`--protect-args`), and
/// scp uses that of sftp.
package struct CopyCommand: Hashable, Sendable {
  private let ssh: SSHCommand
  /// The path of ssh. scp would run the one that it was built with.
  private let program: String
  private let files: [String]
  private let target: String

  /// - Parameters:
  ///   - files: Files and folders here. A folder is copied with its name.
  ///   - directory: The folder there, from the root or from the home; nil for the home.
  ///   - program: The path of ssh.
  package init(
    _ files: [String], to directory: String?, over ssh: SSHCommand, program: String
  ) {
    (self.ssh, self.program) = (ssh, program)
    self.files = files.map(Self.local)
    target = "\(ssh.host.destination):" + (directory.map(Self.folder) ?? "./")
  }

  /// The words of rsync.
  ///
  /// - Parameter showsProgress: Whether it prints the percent and the speed.
  package func rsync(showsProgress: Bool) -> [String] {
    let shell = ([program] + ssh.options).map(Self.rsyncQuoted).joined(separator: " ")
    return ["rsync", "-a", "-s"] + (showsProgress ? ["--info=progress2"] : [])
      + ["-e", shell, "--"] + files + [target]
  }

  /// The words of scp.
  package var scp: [String] {
    ["scp", "-s", "-q", "-r", "-p", "-S", program] + ssh.options + ["--"] + files + [target]
  }

  /// A path that is neither an option nor on another machine, without slashes at its end: with them
  /// rsync would copy what is in a folder, and not the folder.
  private static func local(_ path: String) -> String {
    let trimmed = String(path.reversed().drop { $0 == "/" }.reversed())
    return trimmed.hasPrefix("/") || trimmed.isEmpty
      ? "/" + trimmed.drop { $0 == "/" }
      : "./" + trimmed
  }

  private static func folder(_ path: String) -> String {
    (path.hasPrefix("/") ? "" : "./") + path + (path.hasSuffix("/") ? "" : "/")
  }

  /// A word for the option `-e` of rsync, which parts it at blanks and reads quotes itself.
  private static func rsyncQuoted(_ word: String) -> String {
    guard word.contains(where: { $0.isWhitespace || $0 == "'" || $0 == "\"" }) else { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
      + "'"
  }
}

/// The end of a copy.
package enum CopyOutcome: Hashable, Sendable {
  case done
  /// The far machine has no rsync.
  case noRsync
  /// The machine can't be reached.
  case unreachable(HostTrouble)
  /// The line that says why.
  case failed(SanitisedText)

  /// Reads how rsync or scp ended.
  ///
  /// - Parameters:
  ///   - status: The exit status.
  ///   - output: The standard error, of ssh and of the far side, too.
  package init(status: Int32, output: String, host: Host, isRsync: Bool) {
    // rsync ends with 12 if it notices the end of its connection before the end of ssh.
    let isOfConnection = status == 255 || isRsync && status == 12
    let lowercased = output.lowercased()
    let isMissing =
      status == 127
      || isOfConnection
        && ["command not found", "rsync: not found"].contains(where: lowercased.contains)
    if status == 0 {
      self = .done
    } else if isRsync, isMissing {
      self = .noRsync
    } else if isOfConnection, let reason = Self.endOfSSH(output) {
      self = .unreachable(HostTrouble(host, sshEndedWith: 255, output: reason))
    } else {
      let lines = output.split(whereSeparator: \.isNewline).map { SanitisedText($0, limit: .line) }
      let told = lines.filter { line in
        !line.isBlank && !line.string.contains("connection unexpectedly closed")
      }
      self = .failed(told.first ?? SanitisedText(Self.words(ofStatus: status, isRsync: isRsync)))
    }
  }

  /// The reason of an end without a line. rsync sometimes loses the line of the far side.
  private static func words(ofStatus status: Int32, isRsync: Bool) -> String {
    isRsync && status == 11
      ? String(localized: "exit status \(status), as for a full disk")
      : String(localized: "exit status \(status)")
  }

  /// The lines of ssh in the standard error. Nil if it has none: then ssh reached the machine, which
  /// may have no sftp.
  private static func endOfSSH(_ output: String) -> String? {
    let lines = output.split(whereSeparator: \.isNewline).filter { line in
      // The copying program writes what it makes of the end of ssh behind the reason.
      !line.hasPrefix("rsync") && !line.hasPrefix("scp: ") && !line.hasPrefix("subsystem request")
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}
