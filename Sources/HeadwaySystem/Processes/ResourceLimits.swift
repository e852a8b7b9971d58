internal import CHeadwaySystem
internal import Synchronization

/// The soft limits of a process on the resources in ``Resource`` (getrlimit(2)).
///
/// A long-running Headway program raises its soft limits to its hard limits with ``raise()``. The
/// programs that it starts get the limits that were ``found`` before.
package struct ResourceLimits: Hashable, Sendable {
  /// A resource that can be limited, in the order of `headway_limits.h`.
  package enum Resource: Int, Hashable, Sendable {
    case addressSpace, cpuTime, data, fileSize, descriptors, processes, stack
  }

  private var soft: [UInt64]

  /// The value that means no limit (RLIM_INFINITY).
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

  /// The limit on one resource: bytes, seconds of processor time, or a number of descriptors or
  /// processes.
  package subscript(resource: Resource) -> UInt64 {
    get { soft[resource.rawValue] }
    set { soft[resource.rawValue] = newValue }
  }

  /// Sets the soft limits of this process, each at most to its hard limit (setrlimit(2)).
  package func apply() { withPointer(headway_limits_set) }

  /// The soft limits of this process from before ``raise()``; nil if they were never raised.
  package static var found: ResourceLimits? { foundLimits.withLock { $0 } }

  private static let foundLimits = Mutex<ResourceLimits?>(nil)

  /// Raises each soft limit of this process to its hard limit. Programs that this process starts
  /// still get ``found``.
  package static func raise() {
    foundLimits.withLock { found in
      if found == nil { found = current }
    }
    ResourceLimits().apply()
  }

  /// Sets the stack size, in bytes, of threads that start from now on.
  package static func setThreadStack(byteCount: UInt64) {
    headway_limits_set_thread_stack(byteCount)
  }

  /// Calls `body` with the limits in the form that headway_spawn takes.
  func withPointer<Result>(_ body: (UnsafePointer<UInt64>) -> Result) -> Result {
    soft.withUnsafeBufferPointer { soft in
      // The base address is never nil, since the array is never empty.
      soft.baseAddress.map(body) ?? withUnsafePointer(to: Self.unlimited, body)
    }
  }
}
