import Glibc
import HeadwayModel
import HeadwaySystem
import Testing

/// Entries reach a real socket, and nobody waits for a journal that takes none.
@Suite("The system's journal")
struct SystemJournalTests {
  @Test("an entry arrives as one datagram; a full or missing journal holds nobody up")
  func writes() throws {
    var template = Array("/tmp/hw-journal-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    defer { rmdir(folder) }
    let path = "\(folder)/socket"
    let socket = try DatagramSocket(at: path)
    SystemJournal.write(Array("MESSAGE=a\nPRIORITY=6\n".utf8), to: path)
    #expect(socket.next(byteLimit: 1000) == Array("MESSAGE=a\nPRIORITY=6\n".utf8))
    let start = SystemClocks.awake
    for _ in 0..<5000 { SystemJournal.write([0x41], to: path) }
    SystemJournal.write([0x41], to: "\(folder)/nobody")
    SystemJournal.write([UInt8](repeating: 0x41, count: 1 << 20), to: path)
    #expect(SystemClocks.awake - start < .seconds(10))
  }
}
