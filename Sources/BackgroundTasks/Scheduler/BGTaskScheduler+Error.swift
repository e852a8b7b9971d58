public import Foundation

extension BGTaskScheduler {
  /// The error of a request that the scheduler refused.
  ///
  /// ```swift
  /// do {
  ///   try BGTaskScheduler.shared.submit(request)
  /// } catch BGTaskScheduler.Error.notPermitted {
  ///   print("the machine has no GPU, or the identifier isn't permitted")
  /// }
  /// ```
  public struct Error: CustomNSError, LocalizedError, Hashable, Sendable {
    /// The kinds of refusal, numbered as on iOS.
    public enum Code: Int, Hashable, Sendable {
      /// No hub can queue the request.
      case unavailable = 1
      /// The largest number of requests of this kind is waiting already.
      case tooManyPendingTaskRequests = 2
      /// The identifier isn't permitted or has no launch handler, or the machine lacks a required
      /// resource.
      case notPermitted = 3
      /// The request can't start immediately, and its strategy is `.fail`.
      case immediateRunIneligible = 4

      /// Matches an error by its code, so that `catch BGTaskScheduler.Error.notPermitted` works.
      public static func ~= (code: Code, error: any Swift.Error) -> Bool {
        (error as? BGTaskScheduler.Error)?.code == code
      }
    }

    /// The kind of refusal.
    public let code: Code
    /// A sentence that says what happened and what to do; nil if there is none.
    public let errorDescription: String?

    /// Makes an error, as a rule with a sentence for people.
    public init(_ code: Code, _ sentence: String? = nil) {
      (self.code, errorDescription) = (code, sentence)
    }

    /// The domain of the error, `BGTaskSchedulerErrorDomain` as on iOS.
    public static var errorDomain: String { BGTaskScheduler.errorDomain }
    /// The number of the code.
    public var errorCode: Int { code.rawValue }
    /// The sentence under the key `NSLocalizedDescriptionKey`; empty if there is none.
    public var errorUserInfo: [String: Any] {
      errorDescription.map { [NSLocalizedDescriptionKey: $0] } ?? [:]
    }

    /// The code for a request that no hub can queue.
    public static var unavailable: Code { .unavailable }
    /// The code for a request beyond the limit of its kind.
    public static var tooManyPendingTaskRequests: Code { .tooManyPendingTaskRequests }
    /// The code for an identifier that isn't permitted or has no launch handler, and for a machine
    /// that lacks a required resource.
    public static var notPermitted: Code { .notPermitted }
    /// The code for a request that can't start immediately and isn't allowed to wait.
    public static var immediateRunIneligible: Code { .immediateRunIneligible }
  }
}
