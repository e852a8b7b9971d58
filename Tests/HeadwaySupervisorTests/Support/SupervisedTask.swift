import Glibc
import HeadwaySystem
import TestSupport

/// A folder with a supervised command's reports and the pipe its orders come through.
final class SupervisedTask {
  let folder: String
  let environment: [String]
  private let orders: OwnedDescriptor

  init() {
    var template = Array("/tmp/headway-test-XXXXXX".utf8CString)
    folder = String(cString: mkdtemp(&template))
    mkfifo("\(folder)/orders", 0o600)
    orders = OwnedDescriptor(open("\(folder)/orders", O_RDWR | O_CLOEXEC))
    environment = [
      "SUPERVISE_REPORTS=\(folder)/reports", "SUPERVISE_ORDERS=\(folder)/orders",
      "SUPERVISE_LOG=\(folder)/log",
    ]
  }

  deinit {
    order("kill")
    for name in directoryEntries(folder) { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  func order(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { _ = Transfer.write(orders.raw, UnsafeRawBufferPointer($0)) }
  }

  /// What the hub would have heard, a line each.
  var reports: [String] {
    let bytes = readProcFile("\(folder)/reports", byteLimit: 1 << 20) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  var log: String {
    String(decoding: readProcFile("\(folder)/log", byteLimit: 1 << 24) ?? [], as: UTF8.self)
  }

  func hasReported(_ line: String) -> Bool { comesTrue { reports.contains { $0 == line } } }
}
