import Glibc
import HeadwayModel
import SystemPackage

/// Standard output for the output of a task. Bytes for a terminal pass through a filter, because a
/// log may contain any control sequence.
final class LogOutput {
  /// The filter. Nil writes bytes unchanged.
  private var filter: HarmlessOutput?

  /// Creates an output. `isRaw` disables the filter.
  init(isRaw: Bool) { filter = isRaw ? nil : HarmlessOutput() }

  /// Writes bytes. Exits if standard output can't be written.
  func write(_ bytes: UnsafeRawBufferPointer) {
    if let harmless = filter?.pass(bytes) {
      harmless.withUnsafeBytes(put)
    } else {
      put(bytes)
    }
  }

  /// Ends what the output may have left open, such as a colour.
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
