import HeadwayModel

/// A variable of an environment as a word of a shell, on one line: `NAME=value`.
///
/// bash, zsh and ksh read the line back as the same bytes. A value with a line break or another
/// character that doesn't print is written as `$'…'`, as `systemctl show-environment` does. So no
/// value can act on the terminal.
///
/// ```swift
/// VariableLine(Array("PS1=it's\n".utf8)).text  // PS1=$'it\'s\n'
/// ```
package struct VariableLine {
  /// The line without its line break.
  package let text: String

  /// Makes the line of a variable.
  ///
  /// - Parameter bytes: `NAME=value`, in no particular encoding. Bytes without `=` are a name
  ///   without a value.
  package init(_ bytes: [UInt8]) {
    let name = bytes.prefix { $0 != UInt8(ascii: "=") }
    let value = bytes.dropFirst(name.count + 1)
    let sign = name.count < bytes.count ? "=" : ""
    text = Self.word(name) + sign + (value.isEmpty ? "" : Self.word(value))
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return "$'" + bytes.map { escaped($0) }.joined() + "'"
    }
    if text.unicodeScalars.allSatisfy(isPrinted) { return ShellWord(text).written }
    let scalars = text.unicodeScalars.map { scalar in
      isPrinted(scalar)
        ? escaped(printed: scalar) : UTF8.encode(scalar)?.map { escaped($0) }.joined() ?? ""
    }
    return "$'" + scalars.joined() + "'"
  }

  private static func isPrinted(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }

  private static func escaped(printed scalar: Unicode.Scalar) -> String {
    scalar == "'" || scalar == "\\" ? "\\\(scalar)" : "\(scalar)"
  }

  /// Returns a byte between `$'` and `'`. Other bytes than those of printed ASCII are numbers with
  /// three octal digits, so that a digit behind one isn't taken for a part of the number.
  private static func escaped(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\n"): "\\n"
    case UInt8(ascii: "\t"): "\\t"
    case 0x20...0x7E: escaped(printed: Unicode.Scalar(byte))
    default:
      "\\" + String(repeating: "0", count: byte < 8 ? 2 : byte < 64 ? 1 : 0)
        + String(byte, radix: 8)
    }
  }
}
