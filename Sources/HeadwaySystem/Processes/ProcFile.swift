internal import Glibc

/// Reads a small file under /proc. Nil if it can't be opened, because the process is gone or
/// belongs to another user. Reading stops at `byteLimit` bytes or a little more.
package func readProcFile(_ path: String, byteLimit: Int = 1 << 16) -> [UInt8]? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  let file = OwnedDescriptor(descriptor)
  var bytes: [UInt8] = []
  var isWhole = false
  while !isWhole, bytes.count < byteLimit {
    let chunk = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = 0
      switch Transfer.read(file.raw, into: UnsafeMutableRawBufferPointer(buffer)) {
      case .bytes(let read): count = read
      case .ended, .wouldBlock, .failed: isWhole = true
      }
    }
    bytes += chunk
  }
  return bytes
}

/// Returns the names in a directory, without `.` and `..`. Empty if it can't be read.
package func directoryEntries(_ path: String) -> [String] {
  guard let directory = opendir(path) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// Returns the target of a symbolic link (readlink(2)); nil if it can't be read.
package func linkTarget(_ path: String) -> String? {
  let target = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
    count = buffer.baseAddress.map { max(0, readlink(path, $0, buffer.count)) } ?? 0
  }
  return target.isEmpty ? nil : String(decoding: target, as: UTF8.self)
}
