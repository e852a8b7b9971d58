public import Foundation

extension BGTaskScheduler {
  /// Why a request was refused.
  public struct Error: CustomNSError, LocalizedError, Hashable, Sendable {
    /// Apple's numbers.
    public enum Code: Int, Hashable, Sendable {
      /// There is no hub that could queue it.
      case unavailable = 1
      /// More wait than may.
      case tooManyPendingTaskRequests = 2
      /// The identifier isn't permitted or has no launch handler, or the machine lacks what the
      /// task needs.
      case notPermitted = 3
      /// It can't run at once, and wasn't to wait.
      case immediateRunIneligible = 4

      /// So that `catch BGTaskScheduler.Error.notPermitted` catches it.
      public static func ~= (code: Code, error: any Swift.Error) -> Bool {
        (error as? BGTaskScheduler.Error)?.code == code
      }
    }

    /// What kind of refusal it is.
    public let code: Code
    /// What happened, and what to do.
    public let errorDescription: String?

    /// A refusal with a sentence for people.
    public init(_ code: Code, _ sentence: String? = nil) {
      (self.code, errorDescription) = (code, sentence)
    }

    /// Apple's: `BGTaskSchedulerErrorDomain`.
    public static var errorDomain: String { BGTaskScheduler.errorDomain }
    /// The code's number.
    public var errorCode: Int { code.rawValue }
    /// The sentence, as `NSLocalizedDescriptionKey`.
    public var errorUserInfo: [String: Any] {
      errorDescription.map { [NSLocalizedDescriptionKey: $0] } ?? [:]
    }

    /// There is no hub that could queue it.
    public static var unavailable: Code { .unavailable }
    /// More wait than may.
    public static var tooManyPendingTaskRequests: Code { .tooManyPendingTaskRequests }
    /// The identifier isn't permitted or has no launch handler, or the machine lacks what the task
    /// needs.
    public static var notPermitted: Code { .notPermitted }
    /// It can't run at once, and wasn't to wait.
    public static var immediateRunIneligible: Code { .immediateRunIneligible }
  }
}
