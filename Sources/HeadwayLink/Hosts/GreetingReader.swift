package import HeadwayModel
package import HeadwayWire

/// Finds the greeting in what the far end of a bridge writes. A startup file of the far shell may
/// have written lines before it.
///
/// ```swift
/// var reader = GreetingReader()
/// if let greeting = try reader.read(bytes, from: host) { print(greeting.hub) }
/// ```
package struct GreetingReader {
  /// The bytes behind the greeting.
  package private(set) var framer: LineFramer
  /// The number of bytes in lines before the greeting.
  private(set) var noise: Int

  package init(_ framer: LineFramer = LineFramer(), noise: Int = 0) {
    (self.framer, self.noise) = (framer, noise)
  }

  /// Reads more bytes. Returns nil until the greeting is there.
  ///
  /// - Throws: ``HostTrouble`` after too much else, for a greeting that isn't understood, and for that
  ///   of another bridge.
  package mutating func read(
    _ bytes: [UInt8], from host: Host
  ) throws(HostTrouble) -> BridgeGreeting? {
    framer.append(bytes)
    while let line = try nextLine(from: host) {
      do throws(WireError) {
        if let greeting = try BridgeGreeting.read(line) { return greeting }
      } catch {
        throw HostTrouble(host, .malformed(error.reason))
      }
      if let version = BridgeGreeting.otherVersion(line) {
        throw HostTrouble(host, .otherBridge(version))
      }
      noise += line.count + 1
    }
    guard noise <= BridgeGreeting.noiseLimit else { throw HostTrouble(host, .noise) }
    return nil
  }

  private mutating func nextLine(from host: Host) throws(HostTrouble) -> ArraySlice<UInt8>? {
    do throws(WireError) {
      return try framer.next()
    } catch {
      throw HostTrouble(host, .noise)
    }
  }
}
