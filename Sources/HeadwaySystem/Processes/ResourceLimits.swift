internal import CHeadwaySystem
internal import Synchronization

/// The soft limits of a process on the resources that ``Resource`` lists (getrlimit(2)).
///
/// A Headway program that runs for long raises its own soft limits to its hard limits. The programs
/// that it starts have the soft limits that it found.
package struct ResourceLimits: Hashable, Sendable {
  /// A resource that can be limited, in the order of `headway_limits.h`.
  package enum Resource: Int, Hashable, Sendable {
    case addressSpace, cpuTime, data, fileSize, descriptors, processes, stack
  }

  private var soft: [UInt64]

  /// The limit that limits nothing (RLIM_INFINITY).
  package static let unlimited = UInt64.max

  /// The soft limits of this process now.
  package static var current: ResourceLimits { ResourceLimits(headway_limits_get) }

  /// The hard limits of this process: its soft limits after ``raise()``.
  package static var hard: ResourceLimits { ResourceLimits(headway_limits_get_hard) }

  private init(_ read: (UnsafeMutablePointer<UInt64>) -> Void) {
    self.init()
    soft.withUnsafeMutableBufferPointer { soft in
      if let start = soft.baseAddress { read(start) }
    }
  }

  /// No limit on any resource.
  package init() {
    soft = Array(repeating: Self.unlimited, count: Int(HEADWAY_LIMIT_COUNT))
  }

  package subscript(resource: Resource) -> UInt64 {
    get { soft[resource.rawValue] }
    set { soft[resource.rawValue] = newValue }
  }

  /// Sets the soft limits of this process, each at most to its hard limit (setrlimit(2)).
  package func apply() { withPointer(headway_limits_set) }

  /// The soft limits that this process had before ``raise()``; nil: they were never raised.
  package static var found: ResourceLimits? { foundLimits.withLock { $0 } }

  private static let foundLimits = Mutex<ResourceLimits?>(nil)

  /// Raises each soft limit of this process to its hard limit. ``found`` is what the programs have
  /// that this process starts.
  package static func raise() {
    foundLimits.withLock { found in
      if found == nil { found = current }
    }
    ResourceLimits().apply()
  }

  /// Lets threads that are started from now on have a stack of `byteCount` bytes.
  package static func setThreadStack(byteCount: UInt64) {
    headway_limits_set_thread_stack(byteCount)
  }

  /// The limits as headway_spawn takes them, until `body` returns.
  func withPointer<Result>(_ body: (UnsafePointer<UInt64>) -> Result) -> Result {
    soft.withUnsafeBufferPointer { soft in
      // The array is never empty.
      soft.baseAddress.map(body) ?? withUnsafePointer(to: Self.unlimited, body)
    }
  }
}
