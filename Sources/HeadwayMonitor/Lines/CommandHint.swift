package import HeadwayModel

/// The command lines in a message to the user, changed so that they reach another machine.
///
/// ```swift
/// CommandHint.naming("go on: headway resume 7", of: build1)   // go on: headway resume build1:7
/// CommandHint.naming("see: headway list", of: build1)         // see: headway list --host build1
/// ```
package enum CommandHint {
  /// The commands whose first word, or whose words, name tasks.
  package static let ofTasks: Set = [
    "show", "cancel", "pause", "resume", "start", "wait", "restart", "edit", "switch", "ack",
    "clean", "logs", "attach", "send", "answer", "priority",
  ]
  /// The other commands that take `--host`.
  package static let others: Set = [
    "list", "history", "status", "watch", "run", "submit", "doctor", "wake", "group",
  ]

  /// Returns the message with the machine in each command line that takes one.
  ///
  /// A command line ends with the message, or with a word that ends with `;`, `)`, `,` or `:`, or
  /// with a Japanese full stop or comma.
  package static func naming(_ message: String, of host: HostName) -> String {
    var words = message.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    var place = 0
    while place < words.count {
      if isProgram(words[place]), !isRemote(words, at: place), place + 1 < words.count {
        name(host, in: &words, at: place + 1)
      }
      place += 1
    }
    return words.joined(separator: " ")
  }

  /// Whether the word is the program at the beginning of a command line.
  private static func isProgram(_ word: String) -> Bool { word == "headway" || word == "(headway" }

  /// Whether ssh runs the program: `ssh build1 headway list`.
  private static func isRemote(_ words: [String], at place: Int) -> Bool {
    place >= 2 && words[place - 2] == "ssh"
  }

  private static func name(_ host: HostName, in words: inout [String], at place: Int) {
    let command = core(words[place])
    guard ofTasks.contains(command) || others.contains(command) else { return }
    if place + 1 < words.count, !isEnd(words[place]), words[place + 1] == "--host" { return }
    var hasTask = false
    var next = place
    if ofTasks.contains(command) {
      while next + 1 < words.count, !isEnd(words[next]) {
        next += 1
        if isTask(core(words[next])) {
          words[next] = "\(host):\(words[next])"
          hasTask = true
        }
        if hasTask, takesOneTask(command) { break }
      }
    }
    guard !hasTask else { return }
    let rest = words[place].dropFirst(command.count)
    words[place] = "\(command) --host \(host)\(rest)"
  }

  /// Whether only one task is named, and a word behind it may look like one.
  private static func takesOneTask(_ command: String) -> Bool {
    ["send", "answer", "priority"].contains(command)
  }

  /// The word without the punctuation behind it.
  private static func core(_ word: String) -> String {
    String(word.reversed().drop { ";),:.。、".contains($0) }.reversed())
  }

  private static func isEnd(_ word: String) -> Bool {
    word.last.map { ";),:。、".contains($0) } ?? false
  }

  /// Whether the word is a number, a range or the newest task.
  private static func isTask(_ word: String) -> Bool {
    word == "last"
      || word.utf8.first.map(isDigit) == true
        && word.utf8.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "-") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
