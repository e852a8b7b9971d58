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
  }

  package init(_ host: Host, _ kind: Kind) { (self.host, self.kind) = (host, kind) }

  /// Reads how ssh ended.
  ///
  /// - Parameters:
  ///   - status: the exit status of ssh: that of the far command, or 255 for an error of ssh.
  ///   - output: the standard error, of ssh and of the far side.
  package init(_ host: Host, sshEndedWith status: Int32, output: String) {
    let lines = output.split(whereSeparator: \.isNewline).map { SanitisedText($0, limit: .line) }
    let last = lines.last { !$0.isBlank } ?? SanitisedText("exit status \(status)")
    let lowercased = output.lowercased()
    func says(_ words: String) -> Bool { lowercased.contains(words) }
    let kind: Kind =
      switch status {
      case 127, 126: .programMissing
      case 255 where says("host key verification failed"): .hostKey
      case 255 where says("permission denied"): .keyRefused
      case 255: .unreachable(last)
      // csh says 1 for a command that it doesn't find.
      case _ where says("command not found"): .programMissing
      default: .unreachable(last)
      }
    self.init(host, kind)
  }
}

extension HostTrouble: CustomStringConvertible {
  package var description: String {
    let (host, destination) = (host.name, host.destination)
    return switch kind {
    case .noSSH: "the program ssh was not found; install it (Debian: openssh-client)"
    case .programMissing:
      "headway was not found on \(host); copy it there: headway hosts install \(host); or set "
        + "command under [host.\(host)]"
    case .hostKey:
      "the host key of \(host) is unknown or has changed; check it: ssh \(destination)"
    case .keyRefused: "\(host) refused your keys; log in once: ssh \(destination)"
    case .unreachable(let line): "\(host) can't be reached (\(line)); try: ssh \(destination)"
    case .silent: "\(host) did not answer in time; try: ssh \(destination) headway list"
    case .noise:
      "\(host) wrote over 64 KiB before Headway's greeting; make its shell's startup files silent"
    case .malformed(let reason):
      "the greeting of \(host) was not understood (\(reason)); update headway there and here"
    }
  }
}
