package import HeadwayModel

/// The reason why a broker can't be connected to, as a try by TCP and TLS has found it.
package enum ConnectionTrouble: Hashable, Sendable {
  /// The machine or its port can't be reached, in the words of the system.
  case unreachable(String)
  /// The certificate of the broker can't be trusted, in the words of OpenSSL: an authority that isn't
  /// known, another name, or a time that is over.
  case untrustedBroker(String)
  /// The broker wants a certificate of this client, and got none or one that it doesn't trust.
  case untrustedClient
  /// The program that listens there doesn't speak TLS.
  case notEncrypted
  /// The files of certificates can't be used, in the words of OpenSSL.
  case files(String)
  /// Another reason, in the words of OpenSSL.
  case other(String)

  /// Reads the line of a try: a word, a colon and the reason. Nil if the try found nothing.
  package init?(line: String) {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let reason = String(line[line.index(after: colon)...])
    switch line[..<colon] {
    case "connect": self = .unreachable(reason)
    case "verify": self = .untrustedBroker(reason)
    case "files": self = .files(reason)
    case "tls": self = Self.ofEncryption(reason)
    default: return nil
    }
  }

  private static func ofEncryption(_ reason: String) -> ConnectionTrouble {
    if ["wrong version number", "packet length too long", "http request"].contains(reason) {
      return .notEncrypted
    }
    let isAboutClient =
      reason.contains("alert")
      && ["certificate", "unknown ca", "handshake failure", "access denied"]
        .contains(where: reason.contains)
    return isAboutClient ? .untrustedClient : .other(reason)
  }

  /// The trouble in words, in English: what happened and what to do, on one line for a person.
  package func sentence(about url: BrokerURL) -> String {
    switch self {
    case .unreachable(let words): String(wire: "\(url) can't be reached (\(words))")
    case .untrustedBroker(let words):
      String(
        wire: """
          the certificate of \(url) can't be trusted (\(words)); set [fleet] ca to the file of its \
          authority, and use the name that the certificate has
          """)
    case .untrustedClient:
      String(
        wire: """
          \(url) doesn't trust this client; set [fleet] certificate and key to those that its \
          administrator gave you
          """)
    case .notEncrypted:
      String(wire: "\(url) doesn't speak TLS; try mqtt://, or the port for TLS")
    case .files(let words):
      String(wire: "the files of [fleet] ca, certificate and key can't be used together (\(words))")
    case .other(let words): String(wire: "\(url) can't be reached by TLS (\(words))")
    }
  }
}
