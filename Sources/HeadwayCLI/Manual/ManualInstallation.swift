import Glibc
import HeadwayModel
import HeadwaySystem

/// The installation of all pages in the user's own directory, for `headway man --install`.
struct ManualInstallation {
  let manual: Manual
  /// The directory that man(1) searches: `$XDG_DATA_HOME/man`, otherwise `~/.local/share/man`.
  let root: String

  /// The largest page that is read, in bytes. A larger file isn't Headway's.
  private static let fileByteLimit = 1 << 20

  /// The directory of the pages.
  private var directory: String { "\(root)/man1" }

  init(_ manual: Manual) throws(CommandFailure) {
    let data = ProcessEnvironment.variable("XDG_DATA_HOME") ?? ""
    self.manual = manual
    root = data.hasPrefix("/") ? "\(data)/man" : "\(try InstalledFile.home())/.local/share/man"
  }

  /// Writes all pages, removes the pages of commands that no longer exist, and says whether man(1)
  /// finds the pages. Throws before the first change if a file isn't Headway's.
  func perform() throws(CommandFailure) {
    for page in manual.pages { try refuseForeign("\(directory)/\(page.fileName)") }
    for page in manual.pages {
      let file = InstalledFile(path: "\(directory)/\(page.fileName)")
      try file.write(page.text + "\n", isDurable: false)
    }
    let outdated = outdatedPages
    for path in outdated { unlink(path) }
    StandardStreams.print(
      String(localized: "wrote \(manual.pages.count) pages to \(directory)"))
    if !outdated.isEmpty {
      let count = outdated.count
      StandardStreams.print(
        String(
          localized: count, one: "removed \(count) page of commands that no longer exist",
          many: "removed \(count) pages of commands that no longer exist"))
    }
    StandardStreams.print(advice)
  }

  /// The installed pages of commands that this version doesn't have.
  private var outdatedPages: [String] {
    let current = Set(manual.pages.map(\.fileName))
    return directoryEntries(directory).filter { name in
      name.hasPrefix("headway-") && name.hasSuffix(".1") && !current.contains(name)
    }
    .map { "\(directory)/\($0)" }.filter(isOurs)
  }

  /// Throws if the file exists and Headway didn't write it.
  private func refuseForeign(_ path: String) throws(CommandFailure) {
    guard FileIdentity(of: path) != nil, !isOurs(path) else { return }
    throw CommandFailure(
      "\(path) isn't a page that headway wrote; move it away, then try again", status: .failure)
  }

  /// Whether Headway wrote the file. A link isn't Headway's.
  private func isOurs(_ path: String) -> Bool {
    guard let bytes = try? DurableFile.read(path, byteLimit: Self.fileByteLimit) else {
      return false
    }
    return PageMark.isOn(String(decoding: bytes, as: UTF8.self))
  }

  /// The line on what is left to do before man(1) finds the pages.
  private var advice: String {
    let path = "\(directory)/\(manual.pages[0].fileName)"
    switch ManualSearch.result(for: "headway", expected: path) {
    case .found: return String(localized: "read them with: man headway, man headway-run")
    case .other(let other):
      return String(
        localized: "man shows \(SanitisedText(other, limit: .line)) instead; \(remedy)")
    case .notFound: return String(localized: "man doesn't look there yet; \(remedy)")
    case .noProgram:
      return String(localized: "man isn't installed; headway help COMMAND has the same")
    }
  }

  /// The line that makes man(1) look here first. With an empty `MANPATH` the line ends with a colon,
  /// behind which man(1) searches its usual directories (manpath(5)).
  private var remedy: String {
    let line = "export MANPATH=\(ShellWord(root).written):\"$MANPATH\""
    return String(localized: "put this line in your shell's profile: \(line)")
  }
}

/// The question to man(1) which file it would show.
enum ManualSearch {
  enum Result: Equatable {
    case found
    /// man(1) shows another file.
    case other(String)
    case notFound
    /// There is no man(1).
    case noProgram
  }

  /// Asks for a page. `expected` is the file that man(1) should show.
  static func result(for page: String, expected: String) -> Result {
    let run = ProgramRun.of(["man", "-w", page], within: .seconds(5))
    guard let run else { return ProgramPath.find("man") == nil ? .noProgram : .notFound }
    let paths = run.output.split(separator: "\n").map(String.init).filter { $0.hasPrefix("/") }
    guard run.succeeded, let first = paths.first else { return .notFound }
    let isExpected = FileIdentity(of: first) == FileIdentity(of: expected)
    return isExpected ? .found : .other(first)
  }
}
