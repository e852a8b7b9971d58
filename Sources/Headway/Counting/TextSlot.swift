import Synchronization

/// A lock-free slot that passes the newest text to the thread that sends.
///
/// A text that hasn't been taken is replaced by the next one. One atomic exchange moves a text in
/// or out, so that a thread that sets a title never waits.
struct TextSlot: ~Copyable, Sendable {
  private final class Text: Sendable {
    let string: String

    init(_ string: String) { self.string = string }
  }

  private let pending = Atomic<Unmanaged<Text>?>(nil)

  /// Stores `string`, and discards a text that hasn't been taken.
  func put(_ string: String) { exchange(Unmanaged.passRetained(Text(string)))?.release() }

  /// Removes and returns the text; nil if no text came since the last call.
  func take() -> String? { exchange(nil)?.takeRetainedValue().string }

  deinit { exchange(nil)?.release() }

  private func exchange(_ text: Unmanaged<Text>?) -> Unmanaged<Text>? {
    pending.exchange(text, ordering: .acquiringAndReleasing)
  }
}
