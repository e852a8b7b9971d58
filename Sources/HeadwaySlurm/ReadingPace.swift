package import HeadwayModel

/// The pause until the next look at the files that the supervisors of jobs write.
///
/// A supervisor writes its state at most every 5 s, and its begin and its end at once. While somebody
/// watches, the files are looked at every second. Around the time of a supervisor's next write the
/// looks are closer, so that a card is never more than 6 s behind its command.
///
/// ```swift
/// let pause = ReadingPace.pause(isWatched: true, count: 3, lastNews: readTimes, at: now)
/// ```
package enum ReadingPace {
  /// The shortest time between two states that a supervisor writes.
  private static let writePause: Duration = .seconds(5)
  /// The number of jobs whose files are looked at every second while somebody watches.
  private static let someJobs = 128
  /// The number of jobs whose files are looked at every 2 s though nobody watches. While somebody
  /// watches so few jobs, looks may be closer than a second.
  private static let fewJobs = 16

  /// Returns the time until the next look.
  ///
  /// - Parameters:
  ///   - isWatched: whether somebody watches.
  ///   - awaitsWord: whether one side has told of an end and the other hasn't.
  ///   - count: the number of jobs with files.
  ///   - lastNews: the times at which the files of jobs that run had something new.
  package static func pause(
    isWatched: Bool, awaitsWord: Bool = false, count: Int, lastNews: some Sequence<AwakeTime>,
    at now: AwakeTime
  ) -> Duration {
    guard isWatched else { return awaitsWord || count <= fewJobs ? .seconds(2) : .seconds(15) }
    guard count <= someJobs else { return .seconds(5) }
    guard count <= fewJobs else { return .seconds(1) }
    // The last look may have come up to a second after the write.
    let isWriteNear = lastNews.contains { news in
      (writePause - .seconds(2)...writePause + .seconds(1)).contains(now - news)
    }
    return isWriteNear ? .milliseconds(250) : .seconds(1)
  }
}
