package import HeadwayModel

/// The reason why a host can't be used. The description says what to do, in one line.
package struct HostTrouble: Error, Hashable, Sendable {
  package let host: Host
  package let kind: Kind

  package enum Kind: Hashable, Sendable {
    /// The program `ssh` isn't installed here.
    case noSSH
    /// The far shell didn't find `headway`.
    case programMissing
    /// The host key is unknown, or another one than before. Only a person may decide.
    case hostKey
    /// The host refused the user's keys. Another try could lock the user out.
    case keyRefused
    /// ssh ended for another reason: the last line that it wrote.
    case unreachable(SanitisedText)
    /// Nothing came from the far hub in time.
    case silent
    /// A startup file of the far shell wrote too much before the greeting.
    case noise
    /// The greeting wasn't understood.
    case malformed(String)
    /// No hub runs there, and none was to be started.
    case noHub
    /// The hub there refuses this version, for this reason.
    case refused(SanitisedText)
    /// The program there is too old for a bridge.
    case tooOld
    /// The bridge there has another version, with this number.
    case otherBridge(Int)
  }

  /// The exit status of a far end that finds no hub and may start none.
  package static let noHubStatus: Int32 = 75

  package init(_ host: Host, _ kind: Kind) { (self.host, self.kind) = (host, kind) }

  /// Reads how ssh ended.
  ///
  /// - Parameters:
  ///   - status: the exit status of ssh: that of the far command, or 255 for an error of ssh.
  ///   - output: the standard error, of ssh and of the far side.
  package init(_ host: Host, sshEndedWith status: Int32, output: String) {
    let lines = output.split(whereSeparator: \.isNewline).map { SanitisedText($0, limit: .line) }
    let last =
      lines.last { !$0.isBlank }
      ?? SanitisedText(
        wire: status == 255 ? "the connection was lost" : "the far end closed the connection")
    let lowercased = output.lowercased()
    func says(_ words: String) -> Bool { lowercased.contains(words) }
    let kind: Kind =
      switch status {
      case 127, 126: .programMissing
      case Self.noHubStatus: .noHub
      case 255 where says("host key verification failed"): .hostKey
      case 255 where says("permission denied"): .keyRefused
      case 255: .unreachable(last)
      // A program that doesn't know the command of a bridge (EX_USAGE of sysexits(3)).
      case 64: .tooOld
      // csh says 1 for a command that it doesn't find.
      case _ where says("command not found"): .programMissing
      default: .unreachable(last)
      }
    self.init(host, kind)
  }

  /// Whether only a person can help, so that nothing is tried again by itself. Another try with
  /// refused keys could lock the user out.
  package var needsPerson: Bool {
    switch kind {
    case .hostKey, .keyRefused, .refused: true
    case .noSSH, .programMissing, .unreachable, .silent, .noise, .malformed, .noHub, .tooOld,
      .otherBridge:
      false
    }
  }
}

extension HostTrouble: CustomStringConvertible {
  package var description: String {
    let (host, destination) = (host.name, host.destination)
    return switch kind {
    case .noSSH:
      String(localized: "the program ssh was not found; install it (Debian: openssh-client)")
    case .noHub:
      String(localized: "no hub runs on \(host); to start it: headway list --host \(host)")
    case .programMissing:
      String(
        localized: """
          headway was not found on \(host); copy it there: headway hosts install \(host); or set \
          command under [host.\(host)]
          """)
    case .hostKey:
      String(
        localized: """
          the host key of \(host) is unknown or has changed; check it: ssh \(destination)
          """)
    case .keyRefused:
      String(localized: "\(host) refused your keys; log in once: ssh \(destination)")
    case .unreachable(let line):
      String(localized: "\(host) can't be reached (\(localizing: line)); try: ssh \(destination)")
    case .refused(let reason):
      String(localized: "the hub of \(host) refuses this version: \(localizing: reason)")
    case .tooOld:
      String(
        localized: """
          headway on \(host) is too old for this version; update it there: headway hosts install \
          \(host)
          """)
    case .otherBridge(let version) where version > 1:
      String(
        localized: """
          headway on \(host) has version \(version) of the bridge, and this one has 1; update headway \
          here
          """)
    case .otherBridge(let version):
      String(
        localized: """
          headway on \(host) has version \(version) of the bridge, and this one has 1; update headway \
          there
          """)
    case .silent:
      String(localized: "\(host) did not answer in time; try: ssh \(destination) headway list")
    case .noise:
      String(
        localized: """
          \(host) wrote over 64 KiB before Headway's greeting; make its shell's startup files silent
          """)
    case .malformed(let reason):
      String(
        localized: """
          what \(host) sent was not understood (\(reason)); update headway there and here
          """)
    }
  }
}

extension HostTrouble {
  /// The reason in a few words, for a heading that names the host.
  package var brief: SanitisedText {
    let words =
      switch kind {
      case .noSSH: String(localized: "ssh isn't installed here")
      case .programMissing: String(localized: "headway isn't installed there")
      case .hostKey: String(localized: "its host key is unknown or has changed")
      case .keyRefused: String(localized: "it refused your keys")
      case .unreachable(let line): Self.end(of: line).localized
      case .silent: String(localized: "no answer")
      case .noise: String(localized: "its startup files write too much")
      case .malformed: String(localized: "its headway isn't understood")
      case .noHub: String(localized: "no hub runs there")
      case .refused(let reason): reason.localized
      case .tooOld: String(localized: "headway there is too old")
      case .otherBridge: String(localized: "headway there has another bridge")
      }
    return SanitisedText(words, limit: .line)
  }

  /// The last part of a line such as `ssh: connect to host b port 22: Connection refused`, which says
  /// the reason.
  private static func end(of line: SanitisedText) -> SanitisedText {
    guard line.string.hasPrefix("ssh: "), let colon = line.string.lastIndex(of: ":") else {
      return line
    }
    let end = line.string[line.string.index(after: colon)...].drop { $0 == " " }
    return end.isEmpty ? line : SanitisedText(String(end), limit: .line)
  }
}
