import HeadwayLanguages
import Testing

@testable import HeadwayModel

@Suite struct LanguageTests {
  /// The sentences in the order of their bytes, as demo/messages writes them.
  private static let entries: [(key: StaticString, translation: StaticString)] = [
    ("%s files", "%sファイル"), ("%s m %s s", "%s分%s秒"), ("%s of %s%% done", "%2$s%%中%1$s件"),
    ("held", "保留中"), ("its turn", "順番"), ("key\u{4}down", "下"), ("task %s", "タスク%s"),
    ("task %s failed: %s", "タスク%s失敗: %s"),
    ("task %s isn't here: it %s; %s", "タスク%sなし: %s。%s"), ("waits for %s", "%s待ち"),
  ]
  private static let catalog = MessageCatalog(
    language: "ja", entries: entries, wire: entries.map(\.key), pluralForm: { _ in 0 })

  @Test(
    "the language is that of the variables, in the order of gettext",
    arguments: [
      (["LANG": "ja_JP.UTF-8"], "ja"), (["LANG": "ja_JP.utf8"], "ja"), ([:], nil),
      (["LANG": "C"], nil), (["LANG": "C.UTF-8"], nil), (["LANG": "en_US.UTF-8"], nil),
      (["LANG": "de_DE.UTF-8"], nil), (["LANG": "ja_JP"], nil), (["LANG": "ja_JP.eucJP"], nil),
      (["LANG": "C.UTF-8", "LANGUAGE": "ja"], "ja"), (["LANG": "C", "LANGUAGE": "ja"], nil),
      (["LANG": "en_US.UTF-8", "LANGUAGE": "de:ja:en"], "ja"),
      (["LANG": "ja_JP.UTF-8", "LANGUAGE": "en:ja"], nil),
      (["LANG": "ja_JP.UTF-8", "LC_ALL": "C"], nil), (["LANG": "ja_JP.UTF-8", "LC_ALL": ""], "ja"),
      (["LANG": "C.UTF-8", "LC_MESSAGES": "ja_JP.UTF-8"], "ja"),
      (["LANG": "ja_JP.UTF-8", "LC_MESSAGES": "C"], nil),
      (["LANG": "ja_JP.UTF-8", "LC_CTYPE": "C"], nil),
      (["LC_ALL": "ja_JP.UTF-8@x"], "ja"), (["LANG": "ja_JP.UTF-8", "TERM": "linux"], nil),
      (["LANG": "JA.UTF-8"], "ja"), (["LANG": "japanese.UTF-8"], nil),
      (["LANG": "C.UTF-8", "LANGUAGE": String(repeating: "x:", count: 100_000) + "ja"], nil),
    ] as [([String: String], String?)])
  func choice(variables: [String: String], language: String?) {
    #expect(LanguageChoice { variables[$0] }.best(of: ["ja"]) == language)
    #expect(MessageCatalog.wanted { variables[$0] }?.language == language)
  }

  @Test("a sentence without a catalog, or without a translation, is the English one")
  func english() {
    let (done, all) = (3, 4)
    #expect(String(localized: "\(done) of \(all)% done") == "3 of 4% done")
    #expect(String(localized: 1, one: "\(1) file", many: "\(1) files") == "1 file")
    Self.catalog.during {
      #expect(String(localized: "nobody translated \(done)%") == "nobody translated 3%")
      MessageCatalog.inEnglish { #expect(String(localized: "its turn") == "its turn") }
    }
  }

  @Test("values stand where the translation has them, and percent signs stay")
  func values() {
    Self.catalog.during {
      let (done, all) = (3, 4)
      #expect(String(localized: "\(done) of \(all)% done") == "4%中3件")
      #expect(String(localized: 1, one: "\(1) file", many: "\(1) files") == "1ファイル")
      #expect(String(localized: "down", context: "key") == "下")
      #expect(Phrase("down").text == "down")
      #expect(Duration.seconds(125).spoken == "2分5秒")
      #expect(Duration.seconds(125).compact == "2m5s")
    }
  }

  @Test(
    "a pattern that a translator got wrong does no harm",
    arguments: [
      ("%3$s", ""), ("%", "%"), ("100%", "100%"), ("%0$s", "%0$s"), ("%d", "%d"), ("%%s", "%s"),
      ("%s%s%s", "ab"), ("%2$s%1$s", "ba"), ("%99999999999999999999$s", "%99999999999999999999$s"),
    ])
  func patterns(pattern: String, expected: String) {
    #expect(MessagePattern.filled(pattern, with: ["a", "b"]) == expected)
  }

  @Test(
    "a sentence from the wire is known by its words, and so are sentences and times in it",
    arguments: [
      ("its turn", "順番"), ("waits for its turn", "順番待ち"),
      ("task 7 failed: waits for task 8", "タスク7失敗: タスク8待ち"),
      ("task 4 isn't here: it waits for task 8; its turn", "タスク4なし: タスク8待ち。順番"),
      ("its turn; waits for its turn", "順番; 順番待ち"), ("its turn; who knows", "its turn; who knows"),
      ("/a/b.toml: its turn", "/a/b.toml: 順番"), ("a b: its turn", "a b: its turn"),
      ("waits for 2 m 5 s", "2分5秒待ち"), ("waits for 7", "7待ち"),
      ("waits for held", "held待ち"), ("held", "保留中"), ("waits for ", "waits for "),
      ("something else", "something else"), ("", ""), ("3 of 4% done", "4%中3件"),
    ])
  func wire(sentence: String, expected: String) {
    #expect(String(localizing: sentence) == sentence)
    Self.catalog.during { #expect(String(localizing: sentence) == expected) }
  }

  @Test(
    "a pattern finds the shortest values before its words, and none that is empty",
    arguments: [
      ("a %s of %s", "a 1 of 2 of 3", ["1", "2 of 3"]), ("a %s of %s", "a  of 2", nil),
      ("%s is gone", "x is gone", ["x"]), ("%s is gone", " is gone", nil),
      ("%s is gone", "x is gone!", nil), ("gone: %s", "gone: 日本", ["日本"]),
      ("gone: %s", "gone: ", nil),
      ("gone %s%s", "gone ab", nil), ("%s: %s", "a: b", nil), ("aa %s aa", "aa aa", nil),
      ("aa %s aa", "aa b aa", ["b"]), ("no values", "no values", nil),
    ] as [(String, String, [String]?)])
  func wirePatterns(key: String, sentence: String, values: [String]?) {
    #expect(WirePattern(key: key)?.values(in: Array(sentence.utf8)) == values)
  }

  @Test("a sentence that is made to be slow isn't looked at for long")
  func hostile() {
    Self.catalog.during {
      let long = String(repeating: "waits for ", count: 100_000)
      #expect(String(localizing: long) == long)
      let deep = String(repeating: "waits for ", count: 100) + "its turn"
      #expect(String(localizing: deep).contains("waits for waits for"))
    }
  }
}
