/// Where news of a command's progress comes from, lowest rank first. What the command's own worker
/// says (the native protocol) stands above all of them, in the hub.
package enum ProgressSource: Int, Hashable, Sendable, CaseIterable {
  /// How far the command's processes have read their files.
  case fileOffsets
  /// Standard output that no terminal shows, in the same forms.
  case data
  /// What the command writes: `OSC 9;4`, then a tool's own form, then any percent or count.
  case output
  /// sd_notify(3): says what is being done, never how far it is.
  case notices
  /// `ZIG_PROGRESS`.
  case zigProgress

  /// The name of a phase that has none of its own, once it follows that of another source.
  var phaseName: String {
    switch self {
    case .fileOffsets: "files"
    case .data: "data"
    case .output: "output"
    case .notices: "service"
    case .zigProgress: "build"
    }
  }
}
