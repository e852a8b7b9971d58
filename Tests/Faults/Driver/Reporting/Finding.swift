import FoundationEssentials
import HeadwaySystem

/// What a row found: written by its process as it ends, read by the one that prints.
struct Finding: Codable {
  /// What was acknowledged and isn't so, or came twice: the bar is none.
  var losses: [String] = []
  /// What else isn't as the matrix says.
  var broken: [String] = []
  /// What took longer than its bar.
  var late: [String] = []
  /// Why some of it, or all, can't be tried on this machine.
  var untried: [String] = []
  /// What was measured, against its bar.
  var figures: [String] = []
  /// What the count doesn't say.
  var extent: String?
  /// Whether anything was tried at all.
  var checkCount = 0

  /// All is as it should be, but for the time that it took.
  var isOnlyLate: Bool { losses.isEmpty && broken.isEmpty && !late.isEmpty }

  func write(to path: String) throws {
    try DurableFile.write(Array(JSONEncoder().encode(self)), to: path)
  }

  /// Nil where the row's process left none.
  init?(from path: String) {
    guard let bytes = try? DurableFile.read(path, byteLimit: 1 << 22),
      let finding = try? JSONDecoder().decode(Finding.self, from: Data(bytes))
    else { return nil }
    self = finding
  }

  init() {}
}
