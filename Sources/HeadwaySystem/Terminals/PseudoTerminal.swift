internal import CHeadwaySystem

/// A pseudo-terminal (pty(7)): its master, which doesn't wait, and its slave's path.
package struct PseudoTerminal: Sendable {
  package let master: OwnedDescriptor
  /// Open here too until the session leader has it: a slave without any descriptor reads as hung
  /// up.
  package let slave: OwnedDescriptor
  package let slavePath: String

  package init() throws(SystemError) {
    var name = [CChar](repeating: 0, count: 128)
    master = try OwnedDescriptor(opening: "posix_openpt", headway_pty_open(&name, name.count))
    slave = try OwnedDescriptor(opening: "TIOCGPTPEER", headway_pty_open_slave(master.raw))
    slavePath = String(
      decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
