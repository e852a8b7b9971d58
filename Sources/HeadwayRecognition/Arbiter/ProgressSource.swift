/// The sources of a command's progress, lowest rank first.
///
/// Reports of the command's own worker (the native protocol) go before all of them. The hub decides
/// that.
package enum ProgressSource: Int, Hashable, Sendable, CaseIterable {
  /// The positions in the files that the command's processes read.
  case fileOffsets
  /// Standard output that no terminal shows, read by the same rules as output.
  case data
  /// Terminal output: `OSC 9;4` first, then a tool's own form, then any percent or count.
  case output
  /// Messages of sd_notify(3). They say what is being done, never how much.
  case notices
  /// Messages of Zig's progress protocol (`ZIG_PROGRESS`).
  case zigProgress

  /// The name for a phase without a name that follows the phase of another source.
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
