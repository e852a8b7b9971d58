import ArgumentParser
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import Testing

@testable import headway

/// The lines of `headway submit --batch`.
@Suite struct BatchLineTests {
  private func options(_ words: [String] = []) throws -> SubmissionOptions {
    let command = try HeadwayCommand.parseAsRoot(["submit"] + words + ["--batch", "-"])
    return try #require(command as? SubmitCommand).options
  }

  private func read(_ line: String, _ words: [String] = []) throws -> BatchLine {
    try BatchLine(ArraySlice(Array(line.utf8)), over: options(words))
  }

  private func complaint(_ line: String) -> String? {
    do {
      _ = try read(line)
      return nil
    } catch let error as ValidationError {
      return error.message
    } catch {
      return (error as? WireError)?.reason ?? "\(error)"
    }
  }

  @Test(
    "a line is a script for sh, as it is",
    arguments: ["echo 'a  b' | wc", "{ a; }", "{ \"a\" b; }"])
  func script(line: String) throws {
    let task = try read(line)
    #expect(task.words.map(\.string) == ["sh", "-c", line])
    #expect(task.title == line)
  }

  @Test("an object of JSON has the options of submit by their long names")
  func object() throws {
    let task = try read(
      #"""
      {"command": ["./train", "7"], "title": "Train \u00e9", "priority": 4, "needs": {"gpu": 2},
      "after": [7, "com.x"], "env": {"SEED": 7, "A": "b=c"}, "directory": "data", "timeout": "5m", "unset": "B",
      "slots": "2", "tty": false, "hold": true, "retry": null, "nice": 3, "umask": "027"}
      """#.replacing("\n", with: " "), ["--priority", "9", "--group", "ml"])
    #expect(task.words.map(\.string) == ["./train", "7"])
    #expect(task.options.task.title == "Train é")
    #expect(task.options.task.group == "ml")
    #expect(task.options.task.timeout?.duration == .seconds(300))
    #expect(task.variables.map { String(decoding: $0, as: UTF8.self) } == ["SEED=7", "A=b=c", "B"])
    #expect(task.directory == "data")
    let terms = task.options.launchTerms(over: TaskHandler())
    #expect(terms.priority == 4 && terms.needs == ["gpu": 2] && terms.slots == 2)
    #expect(terms.dependencies.count == 2 && terms.strategy == .hold && terms.needsKnownGroup)
    #expect(task.options.streams.tty == false)
    #expect(task.options.process.nice == 3 && task.options.process.umask == 0o27)
  }

  @Test("a line can be a series, in whatever order its fields are")
  func series() throws {
    let line = #"{"overlap": "queue", "command": "x", "catch-up": true, "every": "Mon 03:00"}"#
    let series = try #require(try read(line).options.launchTerms(over: TaskHandler()).series)
    #expect(series.recurrence.text == "Mon 03:00")
    #expect(series.overlap == .queue && series.catchesUp)
    #expect(try read(#"{"command": "x"}"#).options.launchTerms(over: TaskHandler()).series == nil)
  }

  @Test(
    "a mistake is named with its field",
    arguments: [
      (#"{"command":"x","prioritiy":3}"#, "unknown field \"prioritiy\" (priority?)"),
      (
        #"{"command":"x","priority":"a"}"#, "\"priority\" must be a whole number from -1000 to 1000"
      ),
      (#"{"command":"x","hold":"yes"}"#, "\"hold\" must be true or false"),
      (#"{"command":"x","title":["a"]}"#, "\"title\" must be a text or a number"),
      (#"{"command":["x",["y"]]}"#, "\"command\" may only hold texts and numbers"),
      (#"{"command":[]}"#, "\"command\" must be the words of a command"),
      (#"{"command":" "}"#, "\"command\" must be a script"),
      (#"{"command":"a\u0000b"}"#, "without NUL bytes"),
      (#"{"command":"x","env":{"":"1"}}"#, "\"env\" must be an object"),
      (#"{"command":"x","env":["A"]}"#, "\"env\" must be an object"),
      (#"{"command":"x","overlap":"skip"}"#, "add --every"),
      (#"{"command":"x","every":"1h","overlap":"both"}"#, "\"overlap\" must be skip or queue"),
      (#"{"command":"x","every":"soon"}"#, "\"every\" "),
      (#"{"command":"x","unset":["A=b"]}"#, "\"unset\" must be names of variables"),
      (#"{"command":"x","refresh":"1h"}"#, "add --id"),
      (#"{"command":"x","now":true}"#, "unknown field \"now\""),
      (#"{"title":"x"}"#, "\"command\" is missing"), ("{}", "\"command\" is missing"),
      (#"{"command":"x""#, "not valid JSON"), (#"{"command":"x"} y"#, "not valid JSON"),
      ("echo \0", "NUL byte"),
    ])
  func mistakes(line: String, words: String) {
    let complaint = complaint(line)
    #expect(complaint?.contains(words) == true, "\(complaint ?? "accepted")")
  }

  @Test("lines are numbered as an editor does; comments and empty lines are left out")
  func lines() throws {
    let text = "# jobs\n\n  a b \r\n\t# c\nd\n \n e"
    var lines: [String] = []
    try BatchFile(name: "jobs.txt", Array(text.utf8)).forEachLine { number, line in
      lines.append("\(number):\(String(decoding: line, as: UTF8.self))")
    }
    #expect(lines == ["3:a b ", "5:d", "7:e"])
  }

  @Test("the keys of a batch follow from the first one, and from nothing else")
  func keys() throws {
    let first = try #require(TaskKey("5f0c9a7e21d34b6f8a90c1d2e3f40516"))
    let neighbour = try #require(TaskKey("5f0c9a7e21d34b6f8a90c1d2e3f40517"))
    var (one, again, other) = (KeySequence(first), KeySequence(first), KeySequence(neighbour))
    let keys = (0..<1000).map { _ in one.next() }
    #expect(keys.first == first)
    #expect(keys == (0..<1000).map { _ in again.next() })
    #expect(Set(keys + (0..<1000).map { _ in other.next() }).count == 2000)
  }
}
