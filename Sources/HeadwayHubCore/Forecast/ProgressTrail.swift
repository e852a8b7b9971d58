internal import HeadwayModel

/// The progress of one phase over time: at most 32 points, evenly spread over the phase. The last
/// point is the latest advance.
///
/// Several readings in a burst become one point, the last of them. A buffer or a halted hub held
/// such readings up, so their pace says nothing about the task.
struct ProgressTrail: Hashable, Sendable {
  private(set) var points: [Point] = []
  private var stride = 0.1
  /// The instant, in seconds, of the first reading that the last point replaced.
  private var lastBegan = 0.0

  /// A point of the trail: a time in seconds, and the units that were done by then.
  struct Point: Hashable, Sendable {
    var seconds: Double
    var units: Double
  }

  private static let capacity = 32
  /// The largest number of points: the first one, the others, and the latest advance.
  static let mostPoints = capacity + 1

  /// Makes an empty trail.
  init() {}

  /// Makes a trail of points in order.
  init(_ points: [Point]) { self.points = points }

  /// Adds a reading. A reading without an advance adds no point. A reading with fewer units than
  /// before starts the trail afresh.
  ///
  /// - Returns: whether the reading is the last point now.
  @discardableResult
  mutating func record(units: Double, at seconds: Double) -> Bool {
    let point = Point(seconds: seconds, units: units)
    guard let last = points.last, units >= last.units else {
      (points, stride) = ([point], 0.1)
      return true
    }
    guard units > last.units, seconds >= last.seconds else { return false }
    if seconds == last.seconds || points.count > 1 && seconds - lastBegan < stride {
      points[points.count - 1] = point
    } else {
      points.append(point)
      lastBegan = seconds
      if points.count > Self.capacity { thin() }
    }
    return true
  }

  private mutating func thin() {
    guard let first = points.first, let last = points.last else { return }
    stride = max(stride * 2, (last.seconds - first.seconds) / Double(Self.capacity / 2))
    var kept = [first]
    for point in points.dropFirst().dropLast()
    where point.seconds - (kept.last?.seconds ?? 0) >= stride {
      kept.append(point)
    }
    points = kept + [last]
  }

  /// Returns the instant at which `units` were done. Between two points the pace counts as steady.
  func seconds(at units: Double) -> Double {
    let (before, after) = neighbours { $0.units <= units }
    let step = after.units - before.units
    guard step > 0 else { return before.seconds }
    let part = min(max((units - before.units) / step, 0), 1)
    return before.seconds + (after.seconds - before.seconds) * part
  }

  /// Returns the units that were done at an instant. Between two points the pace counts as steady.
  func units(at seconds: Double) -> Double {
    let (before, after) = neighbours { $0.seconds <= seconds }
    let step = after.seconds - before.seconds
    guard step > 0 else { return before.units }
    let part = min(max((seconds - before.seconds) / step, 0), 1)
    return before.units + (after.units - before.units) * part
  }

  private func neighbours(_ isBefore: (Point) -> Bool) -> (Point, Point) {
    guard let first = points.first else {
      return (Point(seconds: 0, units: 0), Point(seconds: 0, units: 0))
    }
    var (low, high) = (0, points.count - 1)
    guard high > 0 else { return (first, first) }
    while high - low > 1 {
      let middle = (low + high) / 2
      if isBefore(points[middle]) { low = middle } else { high = middle }
    }
    return (points[low], points[high])
  }
}
