internal import CHeadwaySystem
internal import Glibc

/// What this process does to itself.
package enum OwnProcess {
  /// Orphaned descendants become this process's children (PR_SET_CHILD_SUBREAPER, prctl(2)).
  package static func becomeSubreaper() throws(SystemError) {
    try SystemError.check("prctl", headway_become_subreaper())
  }

  /// What became of an attempt to stop.
  package enum Stop: Hashable, Sendable {
    /// It stood still, and was continued.
    case continued
    /// It had no effect, as in an orphaned process group.
    case refused
    /// There was input already.
    case forestalled
  }

  /// Stops as `signal` would by default, unless there is input on `descriptor`.
  @discardableResult
  package static func stop(by signal: CInt, unlessInputOn descriptor: CInt? = nil) -> Stop {
    switch Int(headway_signal_stop_self(signal, descriptor ?? -1)) {
    case HEADWAY_STOP_CONTINUED: .continued
    case HEADWAY_STOP_FORESTALLED: .forestalled
    default: .refused
    }
  }

  /// Dies of `signal`, without a core file.
  package static func die(of signal: CInt) -> Never { headway_signal_die(signal) }

  /// Closes every descriptor but `kept`.
  package static func closeDescriptors(except kept: [CInt]) {
    var first: UInt32 = 0
    for descriptor in kept.sorted() where descriptor >= 0 {
      let descriptor = UInt32(descriptor)
      if descriptor > first { _ = headway_close_range(first, descriptor - 1) }
      first = descriptor + 1
    }
    _ = headway_close_range(first, UInt32.max)
  }

  /// Closes what was inherited beyond the standard streams: all that isn't close-on-exec.
  package static func closeInherited() {
    for name in directoryEntries("/proc/self/fd") {
      guard let descriptor = CInt(name), descriptor > 2 else { continue }
      let flags = fcntl(descriptor, F_GETFD)
      if flags >= 0, flags & FD_CLOEXEC == 0 { _ = close(descriptor) }
    }
  }

  /// Occupies each standard stream that is closed, so that no file or socket gets its number. Using
  /// it fails as before (EBADF): nothing but a path is open there, and that close-on-exec. To be
  /// called before anything is opened.
  package static func occupyClosedStreams() {
    for stream in 0...2 as ClosedRange<CInt> where fcntl(stream, F_GETFD) < 0 {
      _ = headway_open_path("/")
    }
  }

  /// Lets go of what `descriptor` is open on: from now on it reads and writes /dev/null.
  package static func nullify(_ descriptor: CInt) {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard null >= 0 else { return }
    let owned = OwnedDescriptor(null)
    _ = dup2(owned.raw, descriptor)
  }

  /// `descriptor` isn't inherited by programs (FD_CLOEXEC, fcntl(2)).
  package static func setCloseOnExec(_ descriptor: CInt) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// The mode bits that files made by this process don't get (umask(2), which tells them only by
  /// setting them). To be called while there is one thread.
  package static var umask: UInt16 {
    get {
      let mask = Glibc.umask(0o077)
      _ = Glibc.umask(mask)
      return UInt16(truncatingIfNeeded: mask & 0o777)
    }
    set { _ = Glibc.umask(mode_t(newValue & 0o777)) }
  }

  /// This process's environment, `NAME=value`.
  /// Set while there is one thread; without memory for it, it stays.
  package static var environment: [RawText] {
    get { headway_environment().map(texts) ?? [] }
    set { CStringVector(newValue).withPointers { _ = headway_environment_set($0) } }
  }

  /// This process's arguments, the name in front.
  package static var arguments: [RawText] { texts(CommandLine.unsafeArgv) }

  private static func texts(
    _ vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) -> [RawText] {
    var texts: [RawText] = []
    var next = vector
    while let text = next.pointee {
      texts.append(RawText(UnsafePointer(text)))
      next += 1
    }
    return texts
  }
}
