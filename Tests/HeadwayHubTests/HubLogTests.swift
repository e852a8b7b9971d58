import Glibc
import Testing

@testable import HeadwayHub

/// What the hub says on the side must be readable when the disk is full.
@Suite struct HubLogTests {
  @Test("a new log has room for warnings")
  func aNewLogHasRoomForWarnings() throws {
    var template = Array("/tmp/hw-log-XXXXXX".utf8CString)
    let made = mkstemp(&template)
    try #require(made >= 0)
    close(made)
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { unlink(path) }
    let log = HubPreparation.openLog(at: path)
    try #require(log >= 0)
    defer { close(log) }
    var status = stat()
    #expect(fstat(log, &status) == 0)
    #expect(status.st_size == 0 && status.st_blocks * 512 >= 4096)
  }
}
