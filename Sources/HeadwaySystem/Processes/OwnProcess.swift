internal import CHeadwaySystem
internal import Glibc

/// Operations of this process on itself.
package enum OwnProcess {
  /// Makes this process the parent of its orphaned descendants (PR_SET_CHILD_SUBREAPER, prctl(2)).
  package static func becomeSubreaper() throws(SystemError) {
    try SystemError.check("prctl", headway_become_subreaper())
  }

  /// Calls `body` while orphaned descendants aren't adopted by this process.
  ///
  /// A supervisor may end all its descendants, so a daemon that it starts must not become one.
  static func withoutAdopting<Result>(_ body: () -> Result) -> Result {
    guard headway_is_subreaper() else { return body() }
    headway_set_subreaper(false)
    defer { headway_set_subreaper(true) }
    return body()
  }

  /// The result of an attempt to stop this process.
  package enum Stop: Hashable, Sendable {
    /// The process was stopped and has been continued.
    case continued
    /// The stop had no effect, as in an orphaned process group.
    case refused
    /// Input was there already, so the process wasn't stopped.
    case forestalled
  }

  /// Stops this process the way `signal` does by default, unless `descriptor` has input. Returns
  /// after the process was continued.
  @discardableResult
  package static func stop(by signal: CInt, unlessInputOn descriptor: CInt? = nil) -> Stop {
    switch Int(headway_signal_stop_self(signal, descriptor ?? -1)) {
    case HEADWAY_STOP_CONTINUED: .continued
    case HEADWAY_STOP_FORESTALLED: .forestalled
    default: .refused
    }
  }

  /// Whether this process ignores `signal`, as commands in the background of a script ignore SIGINT.
  package static func ignores(_ signal: CInt) -> Bool { headway_signal_is_ignored(signal) }

  /// Ends this process by `signal`, without a core file.
  package static func die(of signal: CInt) -> Never { headway_signal_die(signal) }

  /// Closes all descriptors except `kept`. Negative numbers in `kept` are ignored.
  package static func closeDescriptors(except kept: [CInt]) {
    var first: UInt32 = 0
    for descriptor in kept.sorted() where descriptor >= 0 {
      let descriptor = UInt32(descriptor)
      if descriptor > first { _ = headway_close_range(first, descriptor - 1) }
      first = descriptor + 1
    }
    _ = headway_close_range(first, UInt32.max)
  }

  /// Closes all inherited descriptors other than the standard streams: those that aren't
  /// close-on-exec.
  package static func closeInherited() {
    for name in directoryEntries("/proc/self/fd") {
      guard let descriptor = CInt(name), descriptor > 2 else { continue }
      let flags = fcntl(descriptor, F_GETFD)
      if flags >= 0, flags & FD_CLOEXEC == 0 { _ = close(descriptor) }
    }
  }

  /// Occupies each closed standard stream, so that no file or socket gets its number.
  ///
  /// Reads and writes still fail with EBADF, because only a path is open there (O_PATH). The
  /// descriptor is close-on-exec, so that children find the stream closed. Call it before anything
  /// is opened.
  package static func occupyClosedStreams() {
    for stream in 0...2 as ClosedRange<CInt> where fcntl(stream, F_GETFD) < 0 {
      _ = headway_open_path("/")
    }
  }

  /// Replaces the file that `descriptor` is open on with /dev/null.
  package static func nullify(_ descriptor: CInt) {
    guard let null = try? OwnedDescriptor.null() else { return }
    _ = dup2(null.raw, descriptor)
  }

  /// Keeps `descriptor` from being inherited by programs (FD_CLOEXEC, fcntl(2)).
  package static func setCloseOnExec(_ descriptor: CInt) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// The mode bits that new files of this process don't get (umask(2)).
  ///
  /// Reading sets the umask for a moment, since the kernel has no other call for it. Use it while
  /// the process has one thread.
  package static var umask: UInt16 {
    get {
      let mask = Glibc.umask(0o077)
      _ = Glibc.umask(mask)
      return UInt16(truncatingIfNeeded: mask & 0o777)
    }
    set { _ = Glibc.umask(mode_t(newValue & 0o777)) }
  }

  /// The environment of this process, as `NAME=value`.
  ///
  /// Set it while the process has one thread. If memory is short, it stays unchanged.
  package static var environment: [RawText] {
    get { headway_environment().map(texts) ?? [] }
    set { CStringVector(newValue).withPointers { _ = headway_environment_set($0) } }
  }

  /// The arguments of this process, starting with its name.
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
