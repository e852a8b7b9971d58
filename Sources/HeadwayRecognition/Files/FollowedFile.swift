/// The history of one open file, to decide whether it is read from one end to the other.
///
/// A file is believed after two advances that reading alone explains. Each jump (lseek(2), or more
/// rise than was read) makes the file start over and raises the proof by two advances: 2, 4, 6, 8.
/// After the fourth jump the file is never believed. A file whose size changes is no measure of
/// anything.
struct FollowedFile {
  static let provingAdvances = 2
  /// The number of jumps after which a file is never believed.
  static let jumpLimit = 4

  /// The latest look. Its position is the size of the copy if the kernel copies the file.
  private(set) var look: FileLook
  /// Whether the position rose in the latest look, or the file was new in it.
  private(set) var isLively = true
  /// Whether the file has proved that it is read from end to end.
  private(set) var isBelieved = false
  /// The number of times that the file was read to its end and then from its start again.
  private(set) var passes = 0
  private var advances = 0
  private var jumps = 0
  /// Whether the file can't be a measure: its size changed, or its position fell while it was new.
  private var isUnfit = false
  /// Whether the kernel copies the file. The position says nothing then; the size of the copy does.
  private var isCopied = false

  init(_ look: FileLook) {
    self.look = look
    isUnfit = look.wentBack
  }

  var isAtEnd: Bool { look.position >= look.size }
  /// Whether the file may come to be believed.
  var isCandidate: Bool { !isBelieved && isLively && !isHopeless && !isAtEnd }

  private var isHopeless: Bool { isUnfit || jumps >= Self.jumpLimit }

  /// Takes in the next look, with the work of the process since the last one.
  mutating func step(to new: FileLook, _ advance: FileAdvance) {
    var new = new
    if advance.copiesByItself(new.id) { isCopied = true }
    defer { look = new }
    if new.size != look.size {
      isUnfit = true
      isBelieved = false
    } else if isCopied {
      new.position = max(new.position, look.position, advance.sizeOfCopy(of: new.id) ?? 0)
      noteRise(new.position - look.position, isProven: true)
    } else {
      move(to: new, advance)
    }
  }

  /// Classifies the change of the position: a jump, the next pass, or a rise.
  private mutating func move(to new: FileLook, _ advance: FileAdvance) {
    let rise = new.position &- look.position
    let again = (look.size &- look.position) &+ new.position
    if new.wentBack {
      noteJump()
    } else if rise < 0 {
      advance.isReading(again) ? noteNextPass() : noteJump()
    } else if rise > 0, !advance.couldRead(rise) {
      noteJump()
    } else {
      noteRise(rise, isProven: advance.isReading(advance.totalRise))
    }
  }

  /// Counts an advance.
  ///
  /// - Parameter isProven: Whether reading alone explains the rise. An advance without proof sets
  ///   the count back to 0.
  private mutating func noteRise(_ rise: Int64, isProven: Bool) {
    isLively = rise > 0
    guard isLively, !isBelieved else { return }
    advances = isProven ? advances + 1 : 0
    isBelieved = !isHopeless && advances >= Self.provingAdvances * (jumps + 1)
  }

  private mutating func noteNextPass() {
    passes += 1
    startOver()
  }

  private mutating func noteJump() {
    jumps += 1
    startOver()
  }

  /// Takes the belief back, after a jump or at the start of the next pass.
  private mutating func startOver() {
    (advances, isBelieved, isLively) = (0, false, true)
  }
}
