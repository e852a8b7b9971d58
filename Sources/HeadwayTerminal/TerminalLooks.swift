import CCurses
import HeadwayModel
import HeadwayMonitor

/// The bytes for the looks of cells. Used from the thread of the screen, while it is open.
struct TerminalLooks {
  private let theme: Theme
  /// A colour pair for each role that has a colour of its own here.
  private let rolePairs: [StyleRole: Int32]
  /// A colour pair for each of the palette's sixteen, behind those of the roles.
  private let palettePairs: [Int32]
  private var known: [CellStyle: Look] = [:]

  /// The bytes before and after text of a look.
  struct Look {
    let start: [UInt8]
    let end: [UInt8]
  }

  init(of theme: Theme) {
    self.theme = theme
    let pairs = StyleRole.allCases.enumerated().map { index, role in
      (role, Self.pair(index + 1, for: theme[role].colour))
    }
    rolePairs = Dictionary(uniqueKeysWithValues: pairs)
    palettePairs = (0..<16).map {
      Self.pair(StyleRole.allCases.count + 1 + $0, for: .palette(UInt8($0)))
    }
  }

  mutating func look(of style: CellStyle) -> Look {
    if let look = known[style] { return look }
    let look =
      switch style {
      case .role(let role): Self.look(theme[role].attributes, pair: rolePairs[role] ?? 0)
      case .output(let rendition):
        Self.look(
          rendition.attributes, pair: rendition.paletteIndex.map { palettePairs[Int($0)] } ?? 0)
      }
    known[style] = look
    return look
  }

  private static func look(_ attributes: TextAttributes, pair: Int32) -> Look {
    let flags: [(TextAttributes, Int)] = [
      (.bold, HEADWAY_CURSES_BOLD), (.dim, HEADWAY_CURSES_DIM),
      (.reverse, HEADWAY_CURSES_REVERSE), (.underline, HEADWAY_CURSES_UNDERLINE),
    ]
    let bits = flags.reduce(UInt32(0)) { attributes.contains($1.0) ? $0 | UInt32($1.1) : $0 }
    var (start, end): ([UInt8], [UInt8]) = ([], [])
    start.append(bytesOf: { headway_curses_look(bits, pair, false, $0) })
    end.append(bytesOf: { headway_curses_look(bits, pair, true, $0) })
    return Look(start: start, end: end)
  }

  /// 0 where the terminal has no colours, or only its own is meant.
  private static func pair(_ pair: Int, for colour: Colour) -> Int32 {
    let number = colour.number(among: Int(headway_curses_colour_count()))
    return number.map { headway_curses_define(Int32(pair), Int32($0)) } ?? 0
  }
}

extension [UInt8] {
  /// Appends what `write` gives, which says how many bytes that are.
  mutating func append(bytesOf write: (UnsafeMutablePointer<UInt8>) -> Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(HEADWAY_CURSES_MOST_BYTES)) {
      guard let start = $0.baseAddress else { return }
      append(contentsOf: UnsafeBufferPointer(start: start, count: write(start)))
    }
  }
}
