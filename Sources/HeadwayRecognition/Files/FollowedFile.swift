/// One file of one process, look by look: whether it is read from one end to the other.
///
/// Believed after two advances that reading alone explains. Whoever jumps about must prove twice as
/// much after each jump, and is not believed any more after the fourth. A file whose size changes is
/// no measure of anything.
struct FollowedFile {
  static let provingAdvances = 2
  static let jumpLimit = 4

  private(set) var look: FileLook
  /// It rose in the last look, or was new in it.
  private(set) var isLively = true
  private(set) var isBelieved = false
  /// How often it was read from the start after it had been read to its end.
  private(set) var passes = 0
  private var advances = 0
  private var jumps = 0
  private var isUnfit = false
  /// The kernel copies it: its position is the size of the copy.
  private var isCopied = false

  init(_ look: FileLook) {
    self.look = look
    isUnfit = look.wentBack
  }

  var isAtEnd: Bool { look.position >= look.size }
  /// It may yet come to be believed.
  var isCandidate: Bool { !isBelieved && isLively && !isHopeless && !isAtEnd }

  private var isHopeless: Bool { isUnfit || jumps >= Self.jumpLimit }

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

  private mutating func startOver() {
    (advances, isBelieved, isLively) = (0, false, true)
  }
}
