import ArgumentParser
import HeadwayModel
import HeadwaySystem

/// The options of `run` and `submit` that set properties of the command's process.
struct ProcessOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Set the niceness, -20 to 19 (default: that of this shell). Higher leaves more of the "
        + "processors to others.",
      valueName: "n"),
    transform: Self.niceness)
  var nice: Int?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Set the umask of the command in octal digits: 027 (default: that of this shell).",
      valueName: "mask"),
    transform: Self.mask)
  var umask: UInt16?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Cap the processors that the command may use: 2, 0.5. Needs a user manager of systemd.",
      valueName: "n"),
    transform: Self.processors)
  var cpus: Double?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Cap the memory of the command: 4G, 512M. Needs a user manager of systemd.",
      valueName: "size"),
    transform: Self.size)
  var memory: Int64?

  /// Reads a niceness.
  @Sendable
  static func niceness(_ word: String) throws -> Int {
    guard let niceness = Int(word), InheritedLimits.nicenesses.contains(niceness) else {
      throw ValidationError(localized: "must be a whole number from -20 to 19")
    }
    return niceness
  }

  /// Reads a umask.
  @Sendable
  static func mask(_ word: String) throws -> UInt16 {
    guard let mask = UInt16(word, radix: 8), mask <= 0o777 else {
      throw ValidationError(localized: "must be octal digits, at most 777")
    }
    return mask
  }

  /// Reads a number of processors.
  @Sendable
  static func processors(_ word: String) throws -> Double {
    guard let cpus = Double(word), (0.01...1024).contains(cpus) else {
      throw ValidationError(localized: "must be a number from 0.01 to 1024")
    }
    return cpus
  }

  /// Reads a size, or throws the reason.
  @Sendable
  static func size(_ word: String) throws -> Int64 {
    guard let bytes = bytes(word) else {
      throw ValidationError(localized: "must be a size in bytes, or with K, M, G or T: 4G")
    }
    return bytes
  }

  /// Reads a size of at least one byte: `4G`, `1.5G`, `4096`. The units are powers of 1024, as for
  /// systemd.
  static func bytes(_ word: String) -> Int64? {
    let units: [Character: Double] = ["K": 0x1p10, "M": 0x1p20, "G": 0x1p30, "T": 0x1p40]
    let unit = word.last.flatMap { units[$0] }
    let number = unit == nil ? word[...] : word.dropLast()
    guard let first = number.first, first.isASCII, first.isNumber, let count = Double(number)
    else { return nil }
    let bytes = count * (unit ?? 1)
    return (1...0x1p62).contains(bytes) ? Int64(bytes) : nil
  }

  /// The scope that keeps the caps. Nil without any cap. Throws if the user's systemd can't keep
  /// them.
  func scope() throws(CommandFailure) -> UserScope? {
    guard let scope = UserScope(cpus: cpus, memoryBytes: memory) else { return nil }
    guard let problem = scope.problem() else { return scope }
    throw CommandFailure(
      cpus != nil && memory != nil
        ? "\(problem), which --cpus and --memory needs; nothing was started"
        : "\(problem), which \(cpus == nil ? "--memory" : "--cpus") needs; nothing was started",
      status: .notPermitted)
  }
}
