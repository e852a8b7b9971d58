/// What a load is made of.
struct LoadPlan {
  var tasks = 1000
  /// Updates of each task a second.
  var rate = 10
  var tasksPerConnection = 1
  /// Until a task ends and another begins in its place; nil for tasks that stay.
  var taskLife: Duration?
  /// Subscribers to every task that read as fast as it comes.
  var subscribers = 1
  /// Those that take 4 KiB ten times a second.
  var slowSubscribers = 0
  /// Those that never read.
  var stoppedSubscribers = 0
  /// Connections that are made, greet, and go, a second.
  var visitors = 0
  /// Between two kills of the hub; nil for none.
  var killEvery: Duration?

  var updatesPerSecond: Int { tasks * rate }
}
