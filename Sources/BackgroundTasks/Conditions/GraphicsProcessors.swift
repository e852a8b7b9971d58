import Foundation

/// Whether there is a graphics processor to compute on: a device node of a known vendor.
enum GraphicsProcessors {
  /// NVIDIA, AMD, Intel, as PCI numbers them.
  private static let vendors: Set = ["0x10de", "0x1002", "0x8086"]

  static func isThere(in system: SystemFiles) -> Bool {
    system.exists("dev/nvidia0") || hasRenderNode(system) && hasKnownCard(system)
  }

  private static func hasRenderNode(_ system: SystemFiles) -> Bool {
    system.names(in: "dev/dri").contains { $0.hasPrefix("renderD") }
  }

  private static func hasKnownCard(_ system: SystemFiles) -> Bool {
    system.names(in: "sys/class/drm").contains { name in
      guard name.hasPrefix("card"), !name.contains("-") else { return false }
      return system.line("sys/class/drm/\(name)/device/vendor").map(vendors.contains) ?? false
    }
  }
}
