import Glibc
import SystemPackage
import Testing

@testable import HeadwaySystem

@Suite("The note that a hub keeps about itself") struct HubNoteTests {
  /// A file system in memory, and one on a disk, as far as this machine has both.
  static let folders: [String] = ["/dev/shm", "/var/tmp"].filter { (path: String) in
    access(path, W_OK) == 0
  }

  private func withPlace(in folder: String, _ body: (String) throws -> Void) throws {
    var template = Array("\(folder)/hw-note-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let place = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { for name in ["note", "log"] { unlink("\(place)/\(name)") }; rmdir(place) }
    try body(place)
  }

  @Test("others read how far the hub is, and that it said goodbye", arguments: folders)
  func stages(_ folder: String) throws {
    try withPlace(in: folder) { place in
      let path = "\(place)/note"
      #expect(HubNote.read(path) == nil)
      let note = HubNote(at: path)
      note.starts(2)
      let starting = try #require(HubNote.read(path))
      #expect(starting.state == .starting && starting.listeningAt == nil)
      #expect(starting.process == getpid() && starting.work?.activity == 2)
      note.serves()
      let key = HubNote.Work.Key(high: 1, low: 2)
      let before = note.exchange(HubNote.Work(activity: 9, number: 7, key: key))
      #expect(before == HubNote.Work(activity: 0))
      let serving = try #require(HubNote.read(path))
      #expect(serving.state == .serving && serving.listeningAt != nil)
      // On a disk nobody writes the file for each event, and nobody claims to know.
      let work = HubNote.Work(activity: 9, number: 7, key: key)
      #expect(serving.work == (folder == "/dev/shm" ? work : nil))
      note.ends()
      #expect(HubNote.read(path)?.state == .ended)
    }
  }

  @Test(
    "a crash is noted and logged with its work, and the process dies of its signal",
    arguments: folders, [SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE])
  func crash(_ folder: String, _ signal: CInt) throws {
    try withPlace(in: folder) { place in
      let status = try diesOf(place) { raise(signal) }
      #expect(status & 0x7F == signal)
      let note = try #require(HubNote.read("\(place)/note"))
      #expect(note.crash?.signal == signal && note.work?.number == 7)
      let log = try text(of: "\(place)/log")
      #expect(log.hasSuffix(", while cancelling (task 7)\n"), "\(log)")
      #expect(log.contains("critical headwayd: the hub died of signal \(signal) (SIG"), "\(log)")
    }
  }

  @Test("a stack overflow is noted and logged too")
  func overflow() throws {
    try withPlace(in: "/var/tmp") { place in
      let status = try diesOf(place) { _ = depth(of: 1) }
      #expect(status & 0x7F == SIGSEGV)
      #expect(HubNote.read("\(place)/note")?.crash?.signal == SIGSEGV)
      #expect(try text(of: "\(place)/log").contains("(SIGSEGV) in thread "))
    }
  }

  @Test("bytes that are no note are none")
  func garbage() throws {
    try withPlace(in: "/var/tmp") { place in
      for bytes in [[], [UInt8](repeating: 0xFF, count: 300), [UInt8](repeating: 0, count: 4000)] {
        try DurableFile.write(bytes, to: "\(place)/note", isDurable: false)
        #expect(HubNote.read("\(place)/note") == nil)
      }
    }
  }

  /// The status of a child that keeps a note and a log in `place`, and does `crime`.
  private func diesOf(_ place: String, _ crime: () -> Void) throws -> CInt {
    let child = try OwnProcess.fork {
      // As a daemon starts, and not as a test does, with handlers of the Swift runtime.
      var all = sigset_t()
      sigfillset(&all)
      sigprocmask(SIG_UNBLOCK, &all, nil)
      for signal in [SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE] {
        Glibc.signal(signal, SIG_DFL)
      }
      let log = open("\(place)/log", O_WRONLY | O_CREAT, 0o600)
      dup2(log, STDERR_FILENO)
      var limit = rlimit()
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
      let note = HubNote(at: "\(place)/note")
      note.catchCrashes(["idle", "cancelling"])
      _ = note.exchange(HubNote.Work(activity: 1, number: 7))
      crime()
      _exit(0)
    }
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0, Glibc.errno == EINTR {}
    return status
  }

  private func text(of path: String) throws -> String {
    String(decoding: try DurableFile.read(path, byteLimit: 4096) ?? [], as: UTF8.self)
  }
}

/// Recurses until no stack is left.
private func depth(of place: Int) -> Int {
  withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { buffer in
    buffer[place % 4096] = 1
    return depth(of: place + 1) + Int(buffer[(place + 1) % 4096])
  }
}
