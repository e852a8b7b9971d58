internal import CHeadwaySystem
internal import Glibc

/// The socket of a tmux server that belongs to this user, checked when the value is made.
///
/// A tmux client sends its environment to the server that it connects to, and executes the command
/// that the server names (`MSG_EXEC`, `MSG_SHELL` and `MSG_LOCK` in tmux's client.c). With `-S` or
/// `TMUX` a client checks nothing. So Headway starts a client only for a socket that no other user
/// can have made, and makes a new value each time: a check doesn't last.
///
/// ```swift
/// let output = try TmuxSocket.around().run(["list-panes"], within: .seconds(3))?.output
/// ```
package struct TmuxSocket: Sendable {
  private let folder: TmuxFolder
  private let name: String

  package var path: String { "\(folder.path)/\(name)" }

  private init(_ folder: TmuxFolder, _ name: String) throws(TmuxSocketError) {
    try folder.check(socket: name)
    self.folder = folder
    self.name = name
  }

  /// The server whose pane this process runs in, as the variable `TMUX` names it; without `TMUX`
  /// the default server of this user (tmux(1), `-L`).
  package static func around(
    _ variable: (String) -> String? = ProcessEnvironment.variable
  ) throws(TmuxSocketError) -> TmuxSocket {
    if let path = pathAround(variable) { return try TmuxSocket(named: path, variable) }
    return try TmuxSocket(try TmuxFolder(opening: ownFolder(variable), .closed), "default")
  }

  /// Returns the path in `TMUX`; nil if this process runs outside of tmux.
  package static func pathAround(_ variable: (String) -> String?) -> String? {
    let path = variable("TMUX")?.prefix { $0 != "," } ?? ""
    return path.isEmpty ? nil : String(path)
  }

  /// Returns all servers of this user: those in tmux's own folder, at most `limit`, then the one in
  /// `TMUX`.
  ///
  /// - Parameter complain: called for each folder or socket that belongs to another user. A missing
  ///   folder, or a socket without a server, is no reason to complain.
  package static func all(
    _ variable: (String) -> String? = ProcessEnvironment.variable, limit: Int = 64,
    complain: (TmuxSocketError) -> Void
  ) -> [TmuxSocket] {
    func attempt<Value>(_ body: () throws(TmuxSocketError) -> Value) -> Value? {
      do {
        return try body()
      } catch {
        if !error.isHarmless { complain(error) }
        return nil
      }
    }
    let path = ownFolder(variable)
    var sockets: [TmuxSocket] = []
    let folder = attempt { () throws(TmuxSocketError) in try TmuxFolder(opening: path, .closed) }
    if let folder {
      let names = directoryEntries("/proc/self/fd/\(folder.descriptor.raw)").sorted()
      sockets = names.prefix(limit).compactMap { name in
        attempt { () throws(TmuxSocketError) in try TmuxSocket(folder, name) }
      }
    }
    guard let around = pathAround(variable), !around.hasPrefix(path + "/") else { return sockets }
    return sockets
      + [attempt { () throws(TmuxSocketError) in try TmuxSocket(named: around, variable) }]
      .compactMap(\.self)
  }

  private init(
    named path: String, _ variable: (String) -> String?
  ) throws(TmuxSocketError) {
    guard let slash = path.lastIndex(of: "/"), path.hasPrefix("/") else {
      throw TmuxSocketError(path: path, problem: .relative)
    }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    let rule: TmuxFolder.Rule = folder == Self.ownFolder(variable) ? .closed : .unwritable
    try self.init(
      try TmuxFolder(opening: folder, rule), String(path[path.index(after: slash)...]))
  }

  /// The folder in which tmux makes its sockets (tmux(1), `TMUX_TMPDIR`).
  package static func ownFolder(_ variable: (String) -> String?) -> String {
    let base = variable("TMUX_TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    return "\(base)/tmux-\(ProcessEnvironment.user)"
  }
}

extension TmuxSocket {
  /// The number under which a tmux client finds the socket's folder.
  private static let number: CInt = 3

  /// Runs a client of this server to its end, as ``ProgramRun/of(_:within:keeping:)`` does.
  package func run(_ words: [String], within limit: Duration) -> ProgramRun? {
    ProgramRun.of(client(under: Self.number) + words, within: limit, keeping: folder.descriptor)
  }

  /// Makes `text` the newest buffer of this server, and sends it to the clipboard (tmux(1),
  /// `load-buffer -w`).
  ///
  /// The call doesn't wait for tmux. The text isn't passed as an argument, since every user can
  /// read arguments.
  package func copy(_ text: String) {
    guard let file = try? OwnedDescriptor(opening: "open", headway_memory_file()).raised() else {
      return
    }
    let bytes = Array(text.utf8)
    guard write(file.raw, bytes, bytes.count) == bytes.count, lseek(file.raw, 0, SEEK_SET) == 0
    else { return }
    ProgramRun.detach(
      client(under: Self.number) + ["load-buffer", "-w", "-"], keeping: folder.descriptor,
      input: file)
  }

  private func client(under number: CInt) -> [String] {
    ["tmux", "-S", folder.address(of: name, under: number)]
  }

  /// Returns the `-S` argument for each of `sockets`, for clients that another process starts. That
  /// process needs the returned descriptors under the numbers from `first` on.
  package static func addresses(
    of sockets: [TmuxSocket], from first: CInt
  ) -> (addresses: [String], descriptors: [OwnedDescriptor]) {
    var descriptors: [OwnedDescriptor] = []
    var addresses: [String] = []
    for socket in sockets {
      let folder = socket.folder.descriptor
      let index = descriptors.firstIndex { $0 === folder } ?? descriptors.endIndex
      if index == descriptors.endIndex { descriptors.append(folder) }
      addresses.append(socket.folder.address(of: socket.name, under: first + CInt(index)))
    }
    return (addresses, descriptors)
  }
}
