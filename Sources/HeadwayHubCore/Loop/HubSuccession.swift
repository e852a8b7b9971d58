/// The rule by which a hub makes room for a program that was installed in its place.
package enum HubSuccession {
  /// Returns the version in the line that `headwayd --version` prints. Nil for another text.
  package static func version(in output: String) -> String? {
    let words = output.prefix { !$0.isNewline }.split(separator: " ")
    guard words.count == 2, words[0] == "headwayd", !numbers(words[1]).isEmpty else { return nil }
    return String(words[1])
  }

  /// Whether a program file may take the hub's place: its owner is root or the user, and nobody else may
  /// write to the file. A directory may let others put a file there.
  ///
  /// - Parameters:
  ///   - owner: the number of the file's owner.
  ///   - mode: the permission bits of the file.
  ///   - user: the number of the hub's user.
  package static func trusts(owner: UInt32, mode: UInt32, user: UInt32) -> Bool {
    (owner == 0 || owner == user) && mode & 0o022 == 0
  }

  /// Whether a program of version `version` replaces a hub of version `own`: an older one doesn't, since
  /// it may not be able to read the record.
  ///
  /// ```swift
  /// HubSuccession.replaces("1.10.0", own: "1.9.2")   // true
  /// ```
  package static func replaces(_ version: String, own: String) -> Bool {
    let (new, old) = (numbers(version[...]), numbers(own[...]))
    guard !new.isEmpty else { return false }
    for place in 0..<max(new.count, old.count) {
      let (left, right) = (place < new.count ? new[place] : 0, place < old.count ? old[place] : 0)
      if left != right { return left > right }
    }
    return true
  }

  /// The numbers of a version; none for another text.
  private static func numbers(_ version: Substring) -> [Int] {
    let parts = version.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    return numbers.count == parts.count && numbers.allSatisfy { $0 >= 0 } ? numbers : []
  }
}
