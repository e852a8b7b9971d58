import Foundation

/// Read access to the kernel's files below a root directory.
///
/// The scheduler reads below `/`; a test passes a directory with files of its own.
struct SystemFiles: Sendable {
  /// The directory that all paths are relative to, with a slash at the end.
  var root = "/"

  /// The names of the entries of `folder`; empty if the folder can't be read.
  func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
  }

  /// The text of a file without surrounding white space; nil if the file can't be read.
  func line(_ path: String) -> String? {
    (try? String(contentsOfFile: root + path, encoding: .utf8))?
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + path) }
}

/// The test for a graphics processor that programs can compute on.
///
/// ``BGTaskScheduler/supportedResources`` reports `.gpu` if the machine has NVIDIA's device node,
/// or a render node (see drm(7)) and a card of a known vendor. A render node alone isn't enough:
/// the display device of a virtual machine may have one, too.
enum GraphicsProcessors {
  /// The PCI vendor numbers of NVIDIA, AMD and Intel.
  private static let vendors: Set = ["0x10de", "0x1002", "0x8086"]

  /// Whether such a processor is present, judged by the device nodes below `/dev` and by sysfs(5).
  static func isThere(in system: SystemFiles) -> Bool {
    system.exists("dev/nvidia0") || hasRenderNode(system) && hasKnownCard(system)
  }

  private static func hasRenderNode(_ system: SystemFiles) -> Bool {
    system.names(in: "dev/dri").contains { $0.hasPrefix("renderD") }
  }

  private static func hasKnownCard(_ system: SystemFiles) -> Bool {
    system.names(in: "sys/class/drm").contains { name in
      // A name such as `card0-HDMI-A-1` is a connector of a card.
      guard name.hasPrefix("card"), !name.contains("-") else { return false }
      return system.line("sys/class/drm/\(name)/device/vendor").map(vendors.contains) ?? false
    }
  }
}
