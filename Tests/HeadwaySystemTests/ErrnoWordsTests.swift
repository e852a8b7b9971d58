import Glibc
import HeadwayLanguages
import HeadwayModel
import SystemPackage
import Testing

@testable import HeadwaySystem

@Suite struct ErrnoWordsTests {
  @Test("the reasons with translations are those of strerror(3), word for word")
  func table() {
    for (code, phrase) in Errno.phrases {
      #expect(phrase.english == String(cString: strerror(code)))
    }
  }

  @Test("a reason is in the language of the reader, also within a sentence from the wire")
  func words() {
    let error = SystemError("open /x", .noSuchFileOrDirectory)
    #expect(error.reason == "No such file or directory")
    #expect(Errno(rawValue: ENOTTY).words == String(cString: strerror(ENOTTY)))
    MessageCatalog.japanese.during {
      let reason = "ファイルまたはディレクトリがありません"
      #expect(error.reason == reason)
      #expect("\(error)" == "open /x: \(reason)")
      #expect(String(localizing: "/x can't be used: No such file or directory").hasSuffix(reason))
      #expect(Errno(rawValue: ENOTTY).words == String(cString: strerror(ENOTTY)))
    }
  }
}
