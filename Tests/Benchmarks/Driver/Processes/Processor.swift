import Glibc

/// Where what is measured runs, and where what measures it.
enum Processor {
  static let servers = 0
  static let drivers = 1

  /// This process, and what it starts from now on (taskset(1)).
  static func pin(to processor: Int) throws { try set("\(processor)") }

  static func unpin() throws { try set("0-1023") }

  private static func set(_ list: String) throws {
    try Child(command: ["/usr/bin/taskset", "-a", "-c", "-p", list, "\(getpid())"])
      .expectSuccess()
  }
}
