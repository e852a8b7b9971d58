import Glibc
import SystemPackage
import Testing

@testable import HeadwaySystem

@Suite("Directories of one's own") struct PrivateDirectoryTests {
  @Test("where nothing can be made, that is said, with the reason")
  func writable() throws {
    var template = Array("/tmp/hw-dir-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    try PrivateDirectory.checkWritable(path)
    rmdir(path)
    #expect(throws: DirectoryError(path: path, problem: .failed(.noSuchFileOrDirectory))) {
      try PrivateDirectory.checkWritable(path)
    }
  }
}
