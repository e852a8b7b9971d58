import Synchronization

/// Room for one text on its way to the thread that sends: the newest, without a lock.
struct TextSlot: ~Copyable, Sendable {
  private final class Text: Sendable {
    let string: String

    init(_ string: String) { self.string = string }
  }

  private let pending = Atomic<Unmanaged<Text>?>(nil)

  func put(_ string: String) { exchange(Unmanaged.passRetained(Text(string)))?.release() }

  /// Nil where there is nothing new.
  func take() -> String? { exchange(nil)?.takeRetainedValue().string }

  deinit { exchange(nil)?.release() }

  private func exchange(_ text: Unmanaged<Text>?) -> Unmanaged<Text>? {
    pending.exchange(text, ordering: .acquiringAndReleasing)
  }
}
