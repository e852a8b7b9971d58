import Synchronization

/// The translations of Headway's sentences into one language.
///
/// A program chooses its catalog once, at its start, with ``use(_:)``. Without one the sentences are
/// English. What other programs read (JSON, `--format`, the wire, the log) is made within
/// ``inEnglish(_:)``. A notification is the exception: the hub words it for its user, in the language
/// of the hub's environment, and monitors show it as it is.
public struct MessageCatalog: Sendable {
  /// The language, as ISO 639 writes it: `ja`.
  public let language: String
  /// The sentences and their translations, in the order of the bytes of the sentences. The forms of
  /// a plural are separated by U+0000.
  private let entries: [(key: StaticString, translation: StaticString)]
  /// The sentences that come from other programs.
  private let wire: [StaticString]
  /// The plural form for a number: an index into the forms of a translation.
  private let pluralForm: @Sendable (Int) -> Int
  /// A change of each translation, for tests.
  private let change: (@Sendable (String) -> String)?

  /// Makes a catalog.
  ///
  /// - Parameters:
  ///   - language: The language, as ISO 639 writes it.
  ///   - entries: The sentences and their translations, in the order of the bytes of the sentences.
  ///   - wire: Those of the sentences that come from other programs in English.
  ///   - pluralForm: The plural form for a number, as CLDR and the header of the `po` file have it.
  ///   - change: A change of each translation, for tests.
  public init(
    language: String, entries: [(key: StaticString, translation: StaticString)],
    wire: [StaticString],
    pluralForm: @escaping @Sendable (Int) -> Int = { $0 == 1 ? 0 : 1 },
    change: (@Sendable (String) -> String)? = nil
  ) {
    self.language = language
    self.entries = entries
    self.wire = wire
    self.pluralForm = pluralForm
    self.change = change
  }

  /// The catalog with each translation changed, for tests.
  public func changing(_ change: @escaping @Sendable (String) -> String) -> MessageCatalog {
    MessageCatalog(
      language: language, entries: entries, wire: wire, pluralForm: pluralForm, change: change)
  }

  /// A name that tells this catalog from others of its language, which only tests have.
  var name: String { "\(language) \(entries.count) \(change == nil)" }

  /// The sentences that come from other programs.
  var wireKeys: [String] { wire.map(\.description) }

  /// The translation of a sentence, nil if there is none.
  package func translation(of key: String) -> String? {
    var key = key
    let found = key.withUTF8 { bytes -> String? in
      var range = 0..<entries.count
      while !range.isEmpty {
        let middle = (range.lowerBound + range.upperBound) / 2
        let order = Self.compared(entries[middle].key, bytes)
        if order == 0 { return entries[middle].translation.description }
        range = order < 0 ? middle + 1..<range.upperBound : range.lowerBound..<middle
      }
      return nil
    }
    guard let change else { return found }
    return found.map(change)
  }

  /// The translation of a sentence in its form for a number.
  func translation(of key: String, count: Int) -> String? {
    guard let forms = translation(of: key)?.split(separator: "\0", omittingEmptySubsequences: false)
    else { return nil }
    return String(forms[min(max(0, pluralForm(count)), forms.count - 1)])
  }

  /// Below, equal to or above 0 as the first text is before, equal to or after the second one.
  private static func compared(
    _ text: StaticString, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    text.withUTF8Buffer { own in
      for place in 0..<min(own.count, bytes.count) where own[place] != bytes[place] {
        return own[place] < bytes[place] ? -1 : 1
      }
      return own.count - bytes.count
    }
  }
}

extension MessageCatalog {
  /// The catalog of this program: nil for English.
  private static let ofProgram = Mutex<MessageCatalog?>(nil)
  /// Whether this program has a catalog: so that an English program takes no lock.
  private static let isChosen = Atomic<Bool>(false)
  /// A choice for one task, in the place of the program's.
  @TaskLocal private static var choice: Choice?

  /// A catalog, or English.
  private enum Choice: Sendable {
    case english
    case catalog(MessageCatalog)
  }

  /// The catalog that sentences are translated by. Nil for English.
  public static var current: MessageCatalog? {
    switch choice {
    case .english: nil
    case .catalog(let catalog): catalog
    case nil: isChosen.load(ordering: .acquiring) ? ofProgram.withLock { $0 } : nil
    }
  }

  /// Chooses the catalog of this program. Nil is English.
  public static func use(_ catalog: MessageCatalog?) {
    ofProgram.withLock { $0 = catalog }
    isChosen.store(catalog != nil, ordering: .releasing)
  }

  /// Does something whose sentences other programs read.
  public static func inEnglish<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try $choice.withTypedValue(.english, work)
  }

  /// Does something whose sentences are in the language of this catalog.
  public func during<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try Self.$choice.withTypedValue(.catalog(self), work)
  }
}

extension TaskLocal {
  /// Does something with a value bound. The error keeps its type.
  fileprivate func withTypedValue<Result, Failure: Error>(
    _ value: Value, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = withValue(value) { () -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try work()) } catch { return .failure(error) }
    }
    return try result.get()
  }
}
