/// Decides which generic samples are progress: those of a shape that was seen to advance.
///
/// One sample proves nothing, a higher one of the same shape does. A fall, or another shape, has
/// to prove itself the same way before it is taken for the next stretch of work; meanwhile an
/// advance of what is believed sends the challenger back to the start, so that two bars drawn in
/// turn don't take the lead from each other.
struct Belief {
  private var believed: Sample?
  private var challenger: Sample?

  /// The measure of `sample` if it is to be believed.
  mutating func weigh(_ sample: Sample) -> Measure? {
    if let believed, sample.continues(believed),
      sample.measure.completed >= believed.measure.completed
    {
      if sample.measure.completed > believed.measure.completed { challenger = nil }
      self.believed = sample
      return sample.measure
    }
    return weighChallenger(sample)
  }

  private mutating func weighChallenger(_ sample: Sample) -> Measure? {
    guard let earlier = challenger, sample.proves(earlier) else {
      challenger = sample
      return nil
    }
    believed = sample
    challenger = nil
    return sample.measure
  }
}

extension Sample {
  /// A higher sample of the same shape. A bare count is too easily something else for its total
  /// to differ.
  fileprivate func proves(_ earlier: Sample) -> Bool {
    guard continues(earlier), measure.completed > earlier.measure.completed else { return false }
    return rule != .bareCount || measure.total == earlier.measure.total
  }
}
