internal import CHeadwaySystem

/// A pseudo-terminal (pty(7)) with a non-blocking master.
package struct PseudoTerminal: Sendable {
  package let master: OwnedDescriptor
  /// The slave, which this process keeps open until the session leader has it. A slave without any
  /// open descriptor would read as hung up.
  package let slave: OwnedDescriptor
  /// The slave's path, such as `/dev/pts/3`.
  package let slavePath: String

  /// Opens a new pseudo-terminal.
  package init() throws(SystemError) {
    var name = [CChar](repeating: 0, count: 128)
    master = try OwnedDescriptor(opening: "posix_openpt", headway_pty_open(&name, name.count))
    slave = try OwnedDescriptor(opening: "TIOCGPTPEER", headway_pty_open_slave(master.raw))
    slavePath = String(
      decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
