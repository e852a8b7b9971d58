package import HeadwayModel

/// An instant that tests write down as a length since the origin of its clock.
///
/// ```swift
/// estimator.record(units: 10, at: .seconds(3))
/// ```
package protocol WrittenInstant {
  init(sinceOrigin: Duration)
}

extension AwakeTime: WrittenInstant {}
extension RunningTime: WrittenInstant {}

extension WrittenInstant {
  package static var zero: Self { Self(sinceOrigin: .zero) }

  package static func seconds(_ count: some BinaryInteger) -> Self {
    Self(sinceOrigin: .seconds(count))
  }

  package static func seconds(_ count: Double) -> Self { Self(sinceOrigin: .seconds(count)) }

  package static func milliseconds(_ count: some BinaryInteger) -> Self {
    Self(sinceOrigin: .milliseconds(count))
  }

  package static func microseconds(_ count: some BinaryInteger) -> Self {
    Self(sinceOrigin: .microseconds(count))
  }

  package static func nanoseconds(_ count: some BinaryInteger) -> Self {
    Self(sinceOrigin: .nanoseconds(count))
  }
}
