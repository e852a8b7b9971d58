/// The place of the state directory, and the reason for it.
///
/// One machine has one record. Where several machines share a home directory, each keeps its state
/// in a folder of its own, `hosts/NAME` below the usual directory (``MachineName``).
package struct StatePlace: Hashable, Sendable {
  package let directory: String
  /// The usual directory, below which the machine's own folder may be. The same as `directory` where
  /// the state isn't in such a folder.
  package let usual: String
  package let reason: Reason

  package enum Reason: Hashable, Sendable {
    /// The usual directory, below `XDG_STATE_HOME` or the home directory.
    case usual
    /// `HEADWAY_STATE` names the directory.
    case named
    /// The machine's own folder, because it is there already.
    case ownFolder
    /// The machine's own folder, because the usual directory is on this network file system.
    case network(String)
    /// The machine's own folder, because a hub on this host has the usual directory.
    case otherHost(String)
  }

  package init(directory: String, reason: Reason) {
    (self.directory, usual, self.reason) = (directory, directory, reason)
  }

  private init(own directory: String, below usual: String, _ reason: Reason) {
    (self.directory, self.usual, self.reason) = (directory, usual, reason)
  }

  /// The facts that a choice depends on. Each fact is asked for only if the ones before don't decide.
  struct Facts {
    /// Whether a directory exists.
    var isDirectory: (String) -> Bool
    /// The name of the network file system that holds a path; nil for a local one.
    var network: (String) -> String?
    /// The host of a hub on another machine that has the record of a state directory now.
    var otherHost: (String) -> String?
  }

  /// Chooses the state directory.
  ///
  /// A machine that once had a folder of its own keeps it: what decided may change, for example
  /// because the other machine's hub has left.
  ///
  /// - Parameters:
  ///   - usual: The usual state directory.
  ///   - folder: The name of the machine's folder.
  static func choose(
    usual: String, folder: @autoclosure () -> String, _ facts: Facts
  ) -> StatePlace {
    let hosts = usual + "/" + Self.hostsFolder
    lazy var own = "\(hosts)/\(folder())"
    let reason: Reason =
      if facts.isDirectory(hosts), facts.isDirectory(own) {
        .ownFolder
      } else if let network = facts.network(usual) {
        .network(network)
      } else if let host = facts.otherHost(usual) {
        .otherHost(host)
      } else {
        .usual
      }
    if reason == .usual { return StatePlace(directory: usual, reason: .usual) }
    return StatePlace(own: own, below: usual, reason)
  }

  /// The folder of the machines' folders, in the usual state directory.
  package static let hostsFolder = "hosts"

  /// Whether the state is in a machine's own folder.
  package var isOwnFolder: Bool { directory != usual }
}
