package import HeadwayFleet
package import HeadwayModel
import HeadwaySystem

/// The way in which a client connects to a broker.
package struct BrokerSettings: Sendable {
  package var url: BrokerURL
  /// The name of the client at the broker. A second client of the same name ends the first.
  package var client: String
  /// The user's name at the broker. Nil if a certificate says who the user is.
  package var user: String?
  /// The file whose first line is the password. Nobody else may be able to read the file.
  package var passwordFile: String?
  /// The file with the certificates of authorities; nil for those of the system.
  package var authority: String?
  /// The file with the client's certificate, and the one with its key.
  package var certificate: String?
  package var key: String?
  /// The message that the broker publishes if this client is lost. The broker keeps it for those who
  /// come later.
  package var will: Publication?

  package init(_ url: BrokerURL, client: String) { (self.url, self.client) = (url, client) }

  /// The password; nil without a file.
  ///
  /// - Throws: an error that says what to do, for a file that others can read.
  func password() throws(BrokerProblem) -> String? {
    guard let passwordFile else { return nil }
    try Self.checkPrivate(passwordFile)
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try DurableFile.read(passwordFile, byteLimit: 4096)
    } catch {
      throw BrokerProblem(String(wire: "the password can't be read: \(error)"))
    }
    guard let bytes else { throw BrokerProblem(String(wire: "there is no file \(passwordFile)")) }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") && $0 != 0 }
    return String(decoding: line, as: UTF8.self)
  }

  /// Checks what can't be right, so that nobody waits for it: a certificate without its key, and files
  /// that aren't in PEM.
  func checkFiles() throws(BrokerProblem) {
    if let key { try Self.checkPrivate(key) }
    guard (certificate == nil) == (key == nil) else {
      throw BrokerProblem(
        String(wire: "[fleet] certificate and key belong together; set both"))
    }
    for file in [authority, certificate, key].compactMap({ $0 }) {
      let bytes: [UInt8]?
      do throws(SystemError) {
        bytes = try DurableFile.read(file, byteLimit: 1 << 20)
      } catch {
        throw BrokerProblem("\(error)")
      }
      guard let bytes else { throw BrokerProblem(String(wire: "there is no file \(file)")) }
      guard String(decoding: bytes, as: UTF8.self).contains("-----BEGIN ") else {
        throw BrokerProblem(String(wire: "\(file) isn't in PEM: it has no line -----BEGIN"))
      }
    }
  }

  /// Checks that nobody else can read a file.
  static func checkPrivate(_ path: String) throws(BrokerProblem) {
    guard let file = RegularFile(of: path), file.mode & 0o077 != 0 else { return }
    throw BrokerProblem(String(wire: "others can read \(path); try: chmod 600 \(path)"))
  }
}

/// The reason why a broker can't be used, in English, on one line for a person.
package struct BrokerProblem: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
