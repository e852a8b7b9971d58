package import HeadwayCore

/// What the config file sets, with what holds where it says nothing.
package struct HeadwayConfig: Hashable, Sendable {
  package var hub = Hub()
  package var stall = Stall()
  package var run = Run()
  package var attach = Attach()
  package var monitor = Monitor()
  /// By name.
  package var recognise: [Rule] = []

  package init() {}

  package struct Hub: Hashable, Sendable {
    /// How long the hub stays with nothing left to do.
    package var exitAfter: Duration = .seconds(600)

    package init() {}
  }

  package struct Stall: Hashable, Sendable {
    /// Without a message, output or CPU use.
    package var silentAfter: Duration = .seconds(30)
    /// Alive, but completed units stand still.
    package var advancingAfter: Duration = .seconds(120)
    /// From the question to the end, for tasks that expire.
    package var countdown: Duration = .seconds(30)

    package init() {}
  }

  package struct Run: Hashable, Sendable {
    /// From the polite signal to the kill.
    package var grace: Duration = .seconds(5)
    /// What is kept of a job's output, in bytes.
    package var logByteLimit = 8 << 20
    /// Whether the terminal is told how far a command is, where it is known to show that.
    package var terminalProgress = true
    /// Whether commands get a `NOTIFY_SOCKET` of their own, unless they have one.
    package var notifySocket = false

    package init() {}
  }

  package struct Attach: Hashable, Sendable {
    /// Leave the terminal of a task.
    package var detachKeys = DetachKeys.standard

    package init() {}
  }

  /// A rule of the user's own: a regular expression with named groups.
  package struct Rule: Hashable, Sendable {
    package var name: String
    package var match: String
  }

  package struct Monitor: Hashable, Sendable {
    /// How long an ended task keeps its card.
    package var keepEnded: Duration = .seconds(900)

    package init() {}
  }
}
