import Glibc
import HeadwayCore
import SystemPackage

/// Standard output, for bytes of others: as they are, or made harmless for a terminal.
final class LogOutput {
  private var filter: HarmlessOutput?

  init(isRaw: Bool) { filter = isRaw ? nil : HarmlessOutput() }

  /// Ends the program where nobody takes them.
  func write(_ bytes: UnsafeRawBufferPointer) {
    if let harmless = filter?.pass(bytes) {
      harmless.withUnsafeBytes(put)
    } else {
      put(bytes)
    }
  }

  func finish() { filter?.closing.withUnsafeBytes(put) }

  private func put(_ bytes: UnsafeRawBufferPointer) {
    do {
      try FileDescriptor.standardOutput.writeAll(bytes)
    } catch {
      StandardStreams.complain("standard output can't be written: \(error); look where it goes")
      exit(HeadwayProgram.ExitStatus.outputLost.rawValue)
    }
  }
}
