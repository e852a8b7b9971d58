import Glibc
import SystemPackage
import Testing

@testable import HeadwaySystem

@Suite("Files that may be something else") struct RegularFileTests {
  @Test("anything but a regular file is refused, and not waited for")
  func kinds() throws {
    try withFolder { folder in
      #expect(mkfifo("\(folder)/fifo", 0o600) == 0)
      #expect(mkdir("\(folder)/folder", 0o700) == 0)
      #expect(symlink("file", "\(folder)/link") == 0)
      try DurableFile.write([1, 2], to: "\(folder)/file")
      for name in ["fifo", "folder", "link"] {
        for flags in [O_RDONLY, O_WRONLY | O_CREAT | O_APPEND, O_RDWR | O_CREAT] {
          #expect(throws: SystemError.self, "\(name) \(flags)") {
            _ = try RegularFile.open("\(folder)/\(name)", flags)
          }
        }
        #expect(throws: SystemError.self) {
          try DurableFile.read("\(folder)/\(name)", byteLimit: 9)
        }
      }
      #expect(try DurableFile.read("\(folder)/file", byteLimit: 9) == [1, 2])
      #expect(try DurableFile.read("\(folder)/none", byteLimit: 9) == nil)
      #expect(RegularFile.isOther("\(folder)/fifo") && !RegularFile.isOther("\(folder)/link"))
      #expect(!RegularFile.isOther("\(folder)/none"))
    }
  }

  @Test("a write takes the place of what has its temporary name")
  func temporary() throws {
    try withFolder { folder in
      #expect(mkfifo("\(folder)/a.new", 0o600) == 0)
      try DurableFile.write([1], to: "\(folder)/a")
      #expect(try DurableFile.read("\(folder)/a", byteLimit: 9) == [1])
      #expect(directoryEntries(folder) == ["a"])
    }
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/hw-file-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = String(
      decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer {
      for name in directoryEntries(folder) where unlink("\(folder)/\(name)") != 0 {
        rmdir("\(folder)/\(name)")
      }
      rmdir(folder)
    }
    try body(folder)
  }
}
